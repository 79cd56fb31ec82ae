import { cleanCode, hasForbiddenControl } from '@cip/contracts/rooms/code-text';
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import type { ChangeSet, Extension, Transaction, TransactionSpec } from '@codemirror/state';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { KeyBinding } from '@codemirror/view';
import { yCollab, ySyncAnnotation } from 'y-codemirror.next';
import { NO_WIDTH, peerFlags } from './codemirror-flags.ts';
import { indentKeys } from './codemirror-indent.ts';
import { codeProblem, goToProblem } from './codemirror-problem.ts';
import { cursorAtRedone, undoStepsOf } from './codemirror-undo.ts';
import type { Cursors } from '../sync/cursors/cursors.ts';
import { EDITOR_HELP_ID, EDITOR_LABEL } from '../editor/languages/editor-pane.ts';
import { setTabLeaves, tabKey } from '../editor/tab-key.ts';
import { isLengthAllowed, lengthOfAll, showTooLong } from '../sync/edits/length-limit.ts';
import type { EditedFile } from '../sync/edited-file.ts';

// Otherwise a phone's keyboard capitalises, corrects and completes code.
const PLAIN_KEYBOARD = {
  'aria-label': EDITOR_LABEL,
  'aria-describedby': EDITOR_HELP_ID,
  // A read-only editor is no input field, but must be scrollable by keyboard.
  tabindex: '0',
  autocapitalize: 'off',
  autocorrect: 'off',
  autocomplete: 'off',
  spellcheck: 'false',
  'data-gramm': 'false',
};

// CR needs no cleaning, because CodeMirror splits lines at any line end and the binding joins them with LF.
const cleanInputOf = ({ editing }: EditedFile) =>
  EditorState.transactionFilter.of((transaction) => {
    if (!transaction.docChanged || transaction.annotation(ySyncAnnotation)) return transaction;
    const inserts: { from: number; to: number; insert: string }[] = [];
    transaction.changes.iterChanges((from, to, _fromB, _toB, inserted) => {
      inserts.push({ from, to, insert: inserted.toString() });
    });
    // Lone surrogates would make editor and text differ.
    if (inserts.some(({ insert }) => !insert.isWellFormed())) return [];
    const { startState } = transaction;
    // If a key replaces a line break, the browser joins the lines and reads the cursor of a peer as text.
    const hasCursor = transaction.isUserEvent('input.type') && inserts.some(({ insert }) => insert.includes(NO_WIDTH));
    const isClean = !hasCursor && !inserts.some(({ insert }) => hasForbiddenControl(insert));
    const cleaned = (text: string) => cleanCode(hasCursor ? text.replaceAll(NO_WIDTH, '') : text);
    const clean = () => inserts.map((change) => ({ ...change, insert: cleaned(change.insert) }));
    const changes = isClean ? transaction.changes : startState.changes(clean());
    const before = lengthOfAll(editing);
    const length = before + changes.newLength - changes.length;
    if (isLengthAllowed(length, before)) return isClean ? transaction : changedTo(transaction, changes);
    showTooLong(length, editing);
    return [];
  });

/** Returns the transaction with other changes, and the cursor behind a paste or where typing left it. */
function changedTo(transaction: Transaction, changes: ChangeSet): TransactionSpec {
  const { startState, scrollIntoView, newSelection } = transaction;
  const isTyped = transaction.isUserEvent('input.type');
  const behind = changes.mapPos(startState.selection.main.to, 1);
  const anchor = isTyped ? Math.min(newSelection.main.head, changes.newLength) : behind;
  return { changes, selection: { anchor }, scrollIntoView, userEvent: isTyped ? 'input.type' : 'input.paste' };
}

/** Returns the extensions that never change: keys, gutters, the binding of a file's text and its undo. */
export function codeMirrorExtensions(
  file: EditedFile,
  cursors: Cursors,
  onBlur: () => void,
  onFormat?: () => void,
): Extension {
  return [
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    indentOnInput(),
    cleanInputOf(file),
    EditorView.contentAttributes.of(PLAIN_KEYBOARD),
    EditorView.domEventHandlers({
      // Search panel and Vim's command line belong to the editor, so focusing them is no blur.
      blur: ({ relatedTarget }, { dom }) => {
        if (!(relatedTarget instanceof Node && dom.contains(relatedTarget))) onBlur();
      },
    }),
    keymap.of([
      leaveWithTab,
      goToProblem,
      ...undoKeys(file),
      { key: 'Shift-Alt-f', run: () => (onFormat?.(), true) },
      ...closeBracketsKeymap,
      ...defaultKeymap,
      indentKeys,
    ]),
    undoStepsOf(file.undoSteps),
    yCollab(file.text, cursors.awareness, { undoManager: file.undoManager }),
    cursorAtRedone(file),
    peerFlags(cursors, file.root),
    codeProblem,
  ];
}

// CodeMirror's default has another key on macOS.
const leaveWithTab: KeyBinding = {
  key: 'Ctrl-m',
  run: (view) => {
    const leaves = !tabKey.get().leaves;
    view.dispatch({ effects: EditorView.announce.of(leaves ? 'Tab leaves the editor.' : 'Tab indents.') });
    view.setTabFocusMode(leaves);
    setTabLeaves(leaves);
    return true;
  },
};

// y-codemirror.next's own keys also undo in a read-only editor.
function undoKeys({ undoManager }: EditedFile): KeyBinding[] {
  const act = (step: () => void) => (view: EditorView) => {
    if (!view.state.readOnly) step();
    return true;
  };
  const [undo, redo] = [act(() => undoManager.undo()), act(() => undoManager.redo())];
  return [
    { key: 'Mod-z', run: undo, preventDefault: true },
    { key: 'Mod-y', mac: 'Mod-Shift-z', run: redo, preventDefault: true },
    { key: 'Mod-Shift-z', run: redo, preventDefault: true },
  ];
}
