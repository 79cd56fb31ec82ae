import type { Cursors } from '../sync/cursors.ts';
import type { Language } from './languages.ts';
import type { TypingGate } from '../sync/typing-gate.ts';

export type EditorTheme = 'dark' | 'light';

/** Accessible name of the editor, whichever it is. */
export const EDITOR_LABEL = 'Code editor';
/** The element that says how Tab leaves the editor. */
export const EDITOR_HELP_ID = 'editor-help';
/** Two spaces in every language; Monaco has tabs for some, and guesses from the text. */
export const MODEL_OPTIONS = { tabSize: 2, insertSpaces: true };
/** Font sizes in CSS pixels (spec section 9; a phone zooms into anything smaller than 16). */
export const FONT_SIZE_PX = 14;
export const FONT_SIZE_TOUCH_PX = 16;

/** What the room can do with an editor, whichever it is. */
export interface EditorHandle {
  focus(): void;
  /** Types a text at the cursor, in place of the selection. */
  insert(text: string): void;
  /** Brings a place in the text into view, where it is not already. */
  reveal(index: number): void;
  /** Opens find and replace. */
  find(): void;
  undo(): void;
  redo(): void;
}

/** What both editors are given. The typing gate's editing document is the text; its history is the undo. */
export interface EditorPaneProps {
  gate: TypingGate;
  cursors: Cursors;
  language: Language;
  theme: EditorTheme;
  isReadOnly: boolean;
  /** In CSS pixels. */
  fontSize: number;
  wordWrap: boolean;
  minimap: boolean;
  /** CodeMirror alone has Vim's keys. */
  vim: boolean;
  onReady: (handle: EditorHandle | null) => void;
  onBlur: () => void;
}

/** True where a finger is the only pointer: CodeMirror is made for it, Monaco is not. */
export function isTouchOnly(): boolean {
  return matchMedia('(pointer: coarse)').matches && !matchMedia('(any-pointer: fine)').matches;
}
