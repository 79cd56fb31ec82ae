import quillDelta from 'quill-delta';
import type * as Y from 'yjs';
import { boundedDiff, freshEffort, type Effort } from './bounded-diff.ts';

/** An edit of a text: what is kept, inserted and deleted, in order. */
export type Delta = InstanceType<typeof quillDelta.default>;
// A CommonJS package whose default export is a property.
export const Delta = quillDelta.default;

/**
 * The edit that turns `before` into `after`, as a delta in UTF-16 units that never splits a surrogate pair.
 * What both texts share at their ends stays untouched; the middle is compared character by character as far as
 * `effort` goes, else replaced.
 */
export function textDelta(before: string, after: string, effort = freshEffort()): Delta {
  const start = commonPrefix(before, after);
  const end = commonSuffix(before, after, start);
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  return new Delta().retain(start).concat(middleDelta(removed, added, effort));
}

/** The text after an edit. */
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

/** How many characters an edit inserts and deletes. */
export function deltaSize(delta: Delta): number {
  const { inserted, deleted } = charactersOf(delta);
  return inserted + deleted;
}

/** By how many characters an edit makes a text longer; less than 0 when it makes it shorter. */
export function deltaGrowth(delta: Delta): number {
  const { inserted, deleted } = charactersOf(delta);
  return inserted - deleted;
}

function charactersOf(delta: Delta): { inserted: number; deleted: number } {
  let [inserted, deleted] = [0, 0];
  for (const op of delta.ops)
    if (typeof op.insert === 'string') inserted += op.insert.length;
    else deleted += op.delete ?? 0;
  return { inserted, deleted };
}

/** The edit a change of a document was, which holds text only (update-guard.ts): nothing but strings is inserted. */
export function changeOf({ delta }: Y.YTextEvent): Delta {
  const change = new Delta();
  for (const op of delta) {
    if (op.retain !== undefined) change.retain(op.retain);
    else if (op.delete !== undefined) change.delete(op.delete);
    else if (typeof op.insert === 'string') change.insert(op.insert);
  }
  return change;
}

function middleDelta(removed: string, added: string, effort: Effort): Delta {
  const steps = removed === '' || added === '' ? null : boundedDiff(removed, added, effort);
  const delta = new Delta();
  if (steps === null) return delta.insert(added).delete(removed.length);
  for (const { kind, text } of steps)
    if (kind === 'keep') delta.retain(text.length);
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
