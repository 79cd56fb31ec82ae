import { Delta } from './text-delta.ts';

/**
 * Removes from an edit of `document` the deletions of text that `since` inserted, because the edit's author may not
 * have seen that text. Returns the remaining edit, and the delta that restores the kept text in a document to which the
 * whole edit was applied.
 */
export function keepUnseenInserts(edit: Delta, since: Delta, document: string): { edit: Delta; restored: Delta } {
  const unseen = insertedRanges(since);
  const remaining = new Delta();
  const restored = new Delta();
  let at = 0;
  // Both are in order, because a client must not block the node if it erases thousands of inserted ranges.
  let next = 0;
  for (const op of edit.ops) {
    if (typeof op.insert === 'string') {
      remaining.insert(op.insert);
      restored.retain(op.insert.length);
    } else if (typeof op.retain === 'number') {
      remaining.retain(op.retain);
      restored.retain(op.retain);
      at += op.retain;
    } else {
      const end = at + (op.delete ?? 0);
      while (at < end) {
        while ((unseen[next]?.[1] ?? Infinity) <= at) next++;
        const [from, to] = unseen[next] ?? [end, end];
        const upTo = Math.min(end, from > at ? from : to);
        if (from > at) remaining.delete(upTo - at);
        else {
          remaining.retain(upTo - at);
          restored.insert(document.slice(at, upTo));
        }
        at = upTo;
      }
    }
  }
  return { edit: remaining.chop(), restored: restored.chop() };
}

/** Returns the ranges that a change inserted, as offsets in the text after it. */
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
