import * as Y from 'yjs';

/** What an update deletes: ranges of characters by writer. */
export type Deletions = ReturnType<typeof Y.decodeUpdate>['ds'];

/**
 * How many characters of a document's text deletions take away. What is gone already, was never there or is named twice
 * counts once at most. Takes as long as the writers' parts of the document and their ranges are many, not their product.
 */
export function takenAway({ store }: Y.Doc, deletions: Deletions): number {
  let taken = 0;
  for (const [client, ranges] of Y.mergeDeleteSets([deletions]).clients) {
    let first = 0;
    for (const struct of store.clients.get(client) ?? []) {
      if (!(struct instanceof Y.Item) || struct.deleted || !struct.countable) continue;
      const start = struct.id.clock;
      const end = start + struct.length;
      const isBefore = (range: (typeof ranges)[number] | undefined) => range && range.clock + range.len <= start;
      while (isBefore(ranges[first])) first++;
      for (let at = first, range = ranges[at]; range && range.clock < end; range = ranges[++at])
        taken += Math.min(end, range.clock + range.len) - Math.max(start, range.clock);
    }
  }
  return taken;
}
