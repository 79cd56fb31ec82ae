import { Delta } from './text-delta.ts';

/**
 * Takes out of an edit of `document` what would delete text that `since` inserted, which the edit's author may not
 * have seen. Answers with the edit that is left, and with what puts the spared text back into a document to which the
 * whole edit was applied.
 */
export function spareUnseen(edit: Delta, since: Delta, document: string): { edit: Delta; restored: Delta } {
  const unseen = insertedRanges(since);
  const left = new Delta();
  const restored = new Delta();
  let at = 0;
  for (const op of edit.ops) {
    if (typeof op.insert === 'string') {
      left.insert(op.insert);
      restored.retain(op.insert.length);
    } else if (typeof op.retain === 'number') {
      left.retain(op.retain);
      restored.retain(op.retain);
      at += op.retain;
    } else {
      const end = at + (op.delete ?? 0);
      for (; at < end; at++) {
        if (!unseen.some(([from, to]) => from <= at && at < to)) left.delete(1);
        else {
          left.retain(1);
          restored.insert(document.charAt(at));
        }
      }
    }
  }
  return { edit: left.chop(), restored: restored.chop() };
}

/** The ranges of the text after a change that the change inserted. */
function insertedRanges(change: Delta): [from: number, to: number][] {
  const ranges: [number, number][] = [];
  let at = 0;
  for (const op of change.ops) {
    const length = typeof op.insert === 'string' ? op.insert.length : typeof op.retain === 'number' ? op.retain : 0;
    if (op.insert !== undefined) ranges.push([at, at + length]);
    at += length;
  }
  return ranges;
}
