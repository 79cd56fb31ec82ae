import type * as Y from 'yjs';

/** What changed in a text: what is kept, put in and taken out, from its start on. */
export type Delta = Y.YTextEvent['delta'];

/** Where an offset is after a change; what is inserted at it moves it or does not. */
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

/** Where the last change ends in the changed text: behind what came, at what went. */
export function endOfChange(delta: Delta): number {
  const lengthOf = (inserted: unknown) => (typeof inserted === 'string' ? inserted.length : 0);
  return delta.reduce((end, { retain = 0, insert }) => end + retain + lengthOf(insert), 0);
}
