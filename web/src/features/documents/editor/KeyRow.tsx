import IndentDecrease from 'lucide-react/icons/indent-decrease';
import Redo from 'lucide-react/icons/redo-2';
import Search from 'lucide-react/icons/search';
import Undo from 'lucide-react/icons/undo-2';
import CornerDownLeft from 'lucide-react/icons/corner-down-left';
import type { PointerEvent, ReactNode } from 'react';
import type { EditorHandle } from './languages/editor-pane.ts';
import { indentationOf, indentUnitOf } from './languages/indentation.ts';
import styles from './documents.module.css';

/** The characters that a language needs most: a row shows about three keys before it is swiped. */
const FIRST: Readonly<Record<string, string>> = { python: ':("[', javascript: '({"=', typescript: '({"=' };
/**
 * First the characters that code needs most and a phone's keyboard hides. An opening bracket brings its closing one.
 */
const CHARACTERS = `([{:"'=)]};,_<>*-+/|&!`;

type Keyed = Pick<EditorHandle, 'insert' | 'indent' | 'outdent' | 'undo' | 'redo' | 'find'>;

export interface KeyRowProps {
  handle: Keyed | null;
  language: string;
  disabled: boolean;
  /** Takes the text of keys in the place of a disabled editor. */
  hold?: ((text: string) => void) | null;
  /** Shown before the keys. */
  first?: ReactNode;
  /** Shown behind the last key. */
  last?: ReactNode;
  /** Shown beside the keys, which scroll. */
  children?: ReactNode;
}

/** Keys that a phone's keyboard hides. They never take the focus, so the keyboard stays open. */
export function KeyRow({ handle, language, disabled, hold = null, first, last, children }: KeyRowProps) {
  const characters = new Set((FIRST[language] ?? '') + CHARACTERS);
  const editor = disabled ? null : handle;
  const key = (name: string, shown: ReactNode, press: (() => void) | null) => (
    <button
      key={name}
      type="button"
      aria-label={name}
      className={styles.key}
      disabled={!press}
      onPointerDown={keepFocus}
      onClick={press ?? undefined}
    >
      {shown}
    </button>
  );
  const insert = editor ? (text: string) => editor.insert(text) : hold;
  const indent = editor ? () => editor.indent() : hold && (() => hold(indentUnitOf(indentationOf(language, ''))));
  return (
    <div role="toolbar" aria-label="Code keys" className={styles.keys}>
      <div className={styles.scroll} data-still={!insert}>
        {first}
        {[...characters].map((character) => key(character, character, insert && (() => insert(character))))}
        {key('Tab', 'Tab', indent)}
        {key('Shift+Tab', <IndentDecrease size={18} aria-hidden />, editor && (() => editor.outdent()))}
        {key('Undo', <Undo size={18} aria-hidden />, editor && (() => editor.undo()))}
        {key('Redo', <Redo size={18} aria-hidden />, editor && (() => editor.redo()))}
        {key('Find', <Search size={18} aria-hidden />, editor && (() => editor.find()))}
        {key('Enter', <CornerDownLeft size={18} aria-hidden />, insert && (() => insert('\n')))}
        {last}
      </div>
      {children !== undefined && <div className={styles.fixed}>{children}</div>}
    </div>
  );
}

function keepFocus(event: PointerEvent): void {
  event.preventDefault();
}
