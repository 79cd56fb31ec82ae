import type { Delta } from './text-delta.ts';

/** A pause of this length between two edits begins a new step to undo, in milliseconds. */
const PAUSE_MS = 500;

/**
 * What an edit does. It deletes backward, forward, or either where the editor does not say which. What is neither typed
 * nor deleted key by key is 'other': a paste, an indent, a comment, a moved line, a corrected word.
 */
export type EditKind = 'typing' | 'backward' | 'forward' | 'deleting' | 'other';

/** One edit by a person, as far as undo is concerned. */
export interface Edit {
  kind: EditKind;
  /** The first place it changes, in characters from the start of the text. */
  at: number;
  removed: number;
  /** What was typed in the step so far, by this edit last. */
  typed: string;
  /** Where the cursor is after it. */
  caret: number;
  /** In milliseconds, by any clock. */
  time: number;
}

const NEW_LINE = /^\n[ \t]*(\n[ \t]*)?$/;
const INDENTED = /\n[ \t]*$/;
const BRACKET_PAIR = /^(\(\)|\[\]|\{\}|""|''|``)$/;

/** Reads an edit from what it changes. With several cursors each place changes alike, and the first one speaks for all. */
export function readEdit(delta: Delta, time: number, known: EditKind | null): Edit {
  const at = delta[0]?.retain ?? 0;
  const inserts = new Set(delta.flatMap(({ insert }) => (typeof insert === 'string' ? insert : [])));
  const removals = new Set(delta.flatMap(({ delete: removed }) => removed ?? []));
  const [inserted = ''] = inserts;
  const [removed = 0] = removals;
  const kind = inserts.size > 1 || removals.size > 1 ? 'other' : (known ?? kindOf(inserted));
  return { kind, at, removed, typed: inserted, caret: at + caretIn(inserted), time };
}

function kindOf(inserted: string): EditKind {
  if (inserted === '') return 'deleting';
  const isKey = [...inserted].length === 1 || NEW_LINE.test(inserted) || BRACKET_PAIR.test(inserted);
  return isKey ? 'typing' : 'other';
}

function caretIn(inserted: string): number {
  if (BRACKET_PAIR.test(inserted)) return 1;
  return NEW_LINE.test(inserted) && inserted.lastIndexOf('\n') > 0 ? inserted.lastIndexOf('\n') : inserted.length;
}

/** Whether so long passed between two edits that they are no one step. */
export function isPauseBetween(before: Edit, edit: Edit): boolean {
  return edit.time - before.time >= PAUSE_MS;
}

/** Whether an edit begins a new step to undo, as in VS Code: at a word, a line, another kind of edit, a pause. */
export function beginsUndoStep(before: Edit | null, edit: Edit): boolean {
  if (before === null || isPauseBetween(before, edit)) return true;
  if (edit.kind === 'other' || edit.kind !== before.kind) return true;
  return edit.kind === 'typing' ? !goesOn(before, edit) || beginsWord(before, edit) : !deletesOn(before, edit);
}

/** Where the cursor was, or in place of what ends there: a bracket typed over another, letters being composed. */
function goesOn({ caret }: Edit, { at, removed }: Edit): boolean {
  return at === caret || at + removed === caret;
}

/** A space belongs to the word after it; several in a row stand for themselves. */
function beginsWord({ typed: before }: Edit, { typed }: Edit): boolean {
  if (typed.startsWith('\n')) return true;
  return typed === ' ' ? !before.endsWith(' ') : / {2}$/.test(before) && !INDENTED.test(before);
}

function deletesOn(before: Edit, { kind, at, removed }: Edit): boolean {
  const isBackward = at + removed === before.at && kind !== 'forward';
  return isBackward || (at === before.at && kind !== 'backward');
}
