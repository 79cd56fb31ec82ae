import type * as Y from 'yjs';

/** A change of a text as runs of retained, inserted and deleted characters, from its start. */
export type Delta = Y.YTextEvent['delta'];

/** Returns an offset after a change; `isMovedByInsert` decides whether an insertion at the offset moves it. */
export function offsetAfter(delta: Delta, offset: number, isMovedByInsert: boolean): number {
  let at = 0;
  let moved = offset;
  for (const { retain = 0, insert, delete: removed = 0 } of delta) {
    if (at > offset) break;
    if (typeof insert === 'string' && (at < offset || isMovedByInsert)) moved += insert.length;
    moved -= Math.min(removed, offset - at);
    at += retain + removed;
  }
  return moved;
}

/** Returns the end of the last change in the changed text: behind an insertion, at a deletion. */
export function endOfChange(delta: Delta): number {
  const lengthOf = (inserted: unknown) => (typeof inserted === 'string' ? inserted.length : 0);
  return delta.reduce((end, { retain = 0, insert }) => end + retain + lengthOf(insert), 0);
}
