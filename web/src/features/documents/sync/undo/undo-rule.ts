import type { Delta } from '../edits/text-delta.ts';

/** Length of a pause between two edits that begins a new undo step, in milliseconds. */
const PAUSE_MS = 500;

/**
 * Kind of an edit. 'deleting' is a deletion whose direction the editor does not report. 'other' is neither typed nor
 * deleted key by key: a paste, an indent, a comment, a moved line, a corrected word.
 */
export type EditKind = 'typing' | 'backward' | 'forward' | 'deleting' | 'other';

/** One local edit, as the undo rule needs it. */
export interface Edit {
  kind: EditKind;
  /** First changed offset, in characters from the start of the text. */
  at: number;
  removed: number;
  /** Text typed in the step so far, including this edit. */
  typed: string;
  /** Offset of the cursor after the edit. */
  caret: number;
  /** In milliseconds. */
  time: number;
}

const NEW_LINE = /^\n[ \t]*(\n[ \t]*)?$/;
const INDENTED = /\n[ \t]*$/;
const BRACKET_PAIR = /^(\(\)|\[\]|\{\}|""|''|``)$/;

/**
 * Returns the edit that `delta` makes. If there are several cursors, all changes are alike, so the first one represents
 * them.
 */
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

/** Whether the pause between two edits divides them into two steps. */
export function isPauseBetween(before: Edit, edit: Edit): boolean {
  return edit.time - before.time >= PAUSE_MS;
}

/** Whether an edit begins a new undo step, as in VS Code: at a word, a line, another kind of edit, a pause. */
export function beginsUndoStep(before: Edit | null, edit: Edit): boolean {
  if (before === null || isPauseBetween(before, edit)) return true;
  if (edit.kind === 'other' || edit.kind !== before.kind) return true;
  return edit.kind === 'typing'
    ? !continuesAt(before, edit) || beginsWord(before, edit)
    : !continuesDeleting(before, edit);
}

/**
 * Whether an edit is at the cursor or replaces text that ends there, as a bracket typed over another or a composition
 * does.
 */
function continuesAt({ caret }: Edit, { at, removed }: Edit): boolean {
  return at === caret || at + removed === caret;
}

/** A space belongs to the word after it; several in a row are their own step. */
function beginsWord({ typed: before }: Edit, { typed }: Edit): boolean {
  if (typed.startsWith('\n')) return true;
  return typed === ' ' ? !before.endsWith(' ') : / {2}$/.test(before) && !INDENTED.test(before);
}

function continuesDeleting(before: Edit, { kind, at, removed }: Edit): boolean {
  const isBackward = at + removed === before.at && kind !== 'forward';
  return isBackward || (at === before.at && kind !== 'backward');
}
