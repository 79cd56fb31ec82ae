import quillDelta from 'quill-delta';
import type * as Y from 'yjs';
import { boundedDiff, newDiffBudget, type DiffBudget } from './bounded-diff.ts';

/** An edit of a text: what it retains, inserts and deletes, in order. */
export type Delta = InstanceType<typeof quillDelta.default>;
// Because quill-delta is CommonJS, its default export is a property of the module object.
export const Delta = quillDelta.default;

/**
 * Returns the edit that turns `before` into `after`, as a delta in UTF-16 units that never splits a surrogate pair. A
 * common prefix and suffix are retained; the middle is diffed by characters within `budget`, else replaced.
 */
export function textDelta(before: string, after: string, budget = newDiffBudget()): Delta {
  const start = commonPrefix(before, after);
  const end = commonSuffix(before, after, start);
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  return new Delta().retain(start).concat(middleDelta(removed, added, budget));
}

/** Returns the text after an edit. */
export function applyDelta(text: string, delta: Delta): string {
  let at = 0;
  let result = '';
  for (const op of delta.ops) {
    if (typeof op.insert === 'string') result += op.insert;
    else if (typeof op.retain === 'number') result += text.slice(at, (at += op.retain));
    else at += op.delete ?? 0;
  }
  return result + text.slice(at);
}

/** Returns `current` after the edit that turns `base` into `text`; the changes from `base` to `current` stay. */
export function mergeTexts(current: string, base: string, text: string): string {
  return applyDelta(current, textDelta(base, current).transform(textDelta(base, text), true));
}

/** Returns how many UTF-16 units an edit inserts and deletes. */
export function deltaSize(delta: Delta): number {
  const { inserted, deleted } = countChanged(delta);
  return inserted + deleted;
}

/** Returns by how many UTF-16 units an edit makes a text longer; negative if it makes it shorter. */
export function deltaGrowth(delta: Delta): number {
  const { inserted, deleted } = countChanged(delta);
  return inserted - deleted;
}

/** Returns how many insertions and deletions an edit has. */
export function countPlaces({ ops }: Delta): number {
  return ops.filter(({ retain }) => retain === undefined).length;
}

function countChanged(delta: Delta): { inserted: number; deleted: number } {
  let [inserted, deleted] = [0, 0];
  for (const op of delta.ops)
    if (typeof op.insert === 'string') inserted += op.insert.length;
    else deleted += op.delete ?? 0;
  return { inserted, deleted };
}

/**
 * Returns the edit that a Yjs event reports. Inserts are strings, because the document holds text only
 * (update-guard.ts).
 */
export function deltaOf({ delta }: Y.YTextEvent): Delta {
  const change = new Delta();
  for (const op of delta) {
    if (op.retain !== undefined) change.retain(op.retain);
    else if (op.delete !== undefined) change.delete(op.delete);
    else if (typeof op.insert === 'string') change.insert(op.insert);
  }
  return change;
}

function middleDelta(removed: string, added: string, budget: DiffBudget): Delta {
  const steps = removed === '' || added === '' ? null : boundedDiff(removed, added, budget);
  const delta = new Delta();
  if (steps === null) return delta.insert(added).delete(removed.length);
  for (const { kind, text } of steps)
    if (kind === 'equal') delta.retain(text.length);
    else if (kind === 'insert') delta.insert(text);
    else delta.delete(text.length);
  return delta;
}

function commonPrefix(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length > 0 && isHighSurrogate(a.charCodeAt(length - 1)) ? length - 1 : length;
}

function commonSuffix(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length++;
  return length > 0 && isLowSurrogate(a.charCodeAt(a.length - length)) ? length - 1 : length;
}

const isHighSurrogate = (unit: number) => unit >= 0xd8_00 && unit <= 0xdb_ff;
const isLowSurrogate = (unit: number) => unit >= 0xdc_00 && unit <= 0xdf_ff;
