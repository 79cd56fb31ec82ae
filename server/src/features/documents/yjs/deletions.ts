import type { Deletions } from './count-deleted.ts';

/**
 * True if deletions are normalized as Yjs writes them: by writer, sorted, without overlaps. Yjs walks over every range,
 * so the same range ten thousand times would cost as much as ten thousand documents.
 */
export function areMerged({ clients }: Pick<Deletions, 'clients'>): boolean {
  return [...clients.values()].every((ranges) =>
    ranges.every(({ clock, len }, index) => {
      const before = ranges[index - 1];
      return len > 0 && (!before || before.clock + before.len <= clock);
    }),
  );
}
