import type { RoomFile } from '@cip/contracts/rooms/files';
import type { Completion } from '@cip/contracts/rooms/rules';
import type { Cursors } from '../../sync/cursors/cursors.ts';
import type { Language } from './languages.ts';
import type { Place } from '../../sync/typed-aside.ts';
import type { EditedFile } from '../../sync/edited-file.ts';

export type EditorTheme = 'dark' | 'light';

/** Accessible name of both editors. */
export const EDITOR_LABEL = 'Code editor';
/** Id of the element that describes how Tab leaves the editor. */
export const EDITOR_HELP_ID = 'editor-help';
/** Font sizes in CSS pixels (spec section 9; a phone zooms into anything smaller than 16). */
export const FONT_SIZE_PX = 14;
export const FONT_SIZE_TOUCH_PX = 16;

/** A problem of the code; line and column count from 1. */
export interface CodeProblem {
  line: number;
  column: number | null;
  message: string;
}

/** The commands that both editors offer to the room. */
export interface EditorHandle {
  focus(): void;
  /** Inserts a text at the cursor, replacing the selection. */
  insert(text: string): void;
  /** Indents the selected lines by one step, or fills up to the next step at the cursor. */
  indent(): void;
  /** Takes one step of indentation from the selected lines, or the cursor's. */
  outdent(): void;
  /** Scrolls an index of the text into view. */
  reveal(index: number): void;
  /** Opens find and replace. */
  find(): void;
  undo(): void;
  redo(): void;
  /** Marks a problem in the code, in place of the previous one; null removes it. F8 goes there. */
  mark(problem: CodeProblem | null): void;
  /** Replaces the look-alike characters of the code. Returns false, and changes nothing, if it is read-only. */
  replaceLookalikes(): boolean;
  /** Formats the code, or says why it does not. */
  format(): void;
  /** Moves the cursor to a line. */
  goTo(line: number, column: number | null): void;
  /** Whether the text has the focus; false for the editor's search. */
  hasFocus(): boolean;
  /** Whether letters are commands, as in Vim's normal mode. */
  isCommanding(): boolean;
  /** Returns the selection, as indexes of the text. */
  selection(): Place;
  /** Puts the cursor at an index of the text and scrolls it into view. */
  select(index: number): void;
  /** Returns the place of the drawn cursor, in pixels of the window; null while it is out of view. */
  caret(): CaretBox | null;
  /** Calls `listener` when the cursor may be drawn elsewhere. Returns the unsubscribe function. */
  onCaretMove(listener: () => void): () => void;
}

/** The place of a drawn cursor, in CSS pixels. */
export interface CaretBox {
  left: number;
  top: number;
  height: number;
}

/** Props of both editors. */
export interface EditorPaneProps {
  /** The file that the editor shows, with its text and the undo history. */
  gate: EditedFile;
  cursors: Cursors;
  language: Language;
  theme: EditorTheme;
  isReadOnly: boolean;
  /** How much it completes; nothing by default. */
  completion?: Completion | undefined;
  /** All files of a room, which know each other; none elsewhere. */
  files?: readonly RoomFile[] | undefined;
  /** In CSS pixels. */
  fontSize: number;
  wordWrap: boolean;
  minimap: boolean;
  /** Only CodeMirror has Vim keys. */
  vim: boolean;
  onReady: (handle: EditorHandle | null) => void;
  onBlur: () => void;
  /** Called after the user formatted the code. */
  onFormatted?: (() => void) | undefined;
}

/** Whether touch is the only pointer. The editor is CodeMirror then, because Monaco does not support touch. */
export function isTouchOnly(): boolean {
  return matchMedia('(pointer: coarse)').matches && !matchMedia('(any-pointer: fine)').matches;
}
