import * as Y from 'yjs';

/** The deletions of an update: ranges of clocks by writer. */
export type Deletions = ReturnType<typeof Y.decodeUpdate>['ds'];

/**
 * Returns how many characters of the texts deletions remove. Text that is deleted already or unknown does not count;
 * text named twice counts once. Linear in the structs of the writers plus their ranges.
 */
export function countDeleted({ store }: Y.Doc, deletions: Deletions): number {
  let count = 0;
  for (const [client, ranges] of Y.mergeDeleteSets([deletions]).clients) {
    let first = 0;
    for (const struct of store.clients.get(client) ?? []) {
      if (!(struct instanceof Y.Item) || struct.deleted || !struct.countable) continue;
      const start = struct.id.clock;
      const end = start + struct.length;
      const isBefore = (range: (typeof ranges)[number] | undefined) => range && range.clock + range.len <= start;
      while (isBefore(ranges[first])) first++;
      for (let at = first, range = ranges[at]; range && range.clock < end; range = ranges[++at])
        count += Math.min(end, range.clock + range.len) - Math.max(start, range.clock);
    }
  }
  return count;
}
