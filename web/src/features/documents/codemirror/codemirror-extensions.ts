import { cleanCode, hasForbiddenControl } from '@cip/contracts/code-text';
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, indentWithTab, toggleTabFocusMode } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { search, searchKeymap } from '@codemirror/search';
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
import { cursorAtRedone, undoStepsOf } from './codemirror-undo.ts';
import type { Cursors } from '../sync/cursors.ts';
import { EDITOR_HELP_ID, EDITOR_LABEL } from '../editor/editor-pane.ts';
import { isLengthAllowed, showTooLong } from '../sync/length-limit.ts';
import type { TypingGate } from '../sync/typing-gate.ts';

// A phone's keyboard would capitalise, correct and complete code.
const PLAIN_KEYBOARD = {
  'aria-label': EDITOR_LABEL,
  'aria-describedby': EDITOR_HELP_ID,
  // Read-only it is no field any more, and still has to be scrolled by keyboard.
  tabindex: '0',
  autocapitalize: 'off',
  autocorrect: 'off',
  autocomplete: 'off',
  spellcheck: 'false',
  'data-gramm': 'false',
};

/** What the search panel calls its parts; its own words are all small. */
const SEARCH_WORDS = {
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  regexp: 'Regex',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
};

// CR does not come in: CodeMirror's lines end as they will, and the binding joins them with LF.
const cleanInput = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.annotation(ySyncAnnotation)) return transaction;
  const inserts: { from: number; to: number; insert: string }[] = [];
  transaction.changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    inserts.push({ from, to, insert: inserted.toString() });
  });
  // Lone halves of surrogate pairs part editor and text.
  if (inserts.some(({ insert }) => !insert.isWellFormed())) return [];
  const { startState } = transaction;
  // A letter typed over a line break has the browser join the lines, which makes text of a peer's cursor in them.
  const hasCursor = transaction.isUserEvent('input.type') && inserts.some(({ insert }) => insert.includes(NO_WIDTH));
  const isClean = !hasCursor && !inserts.some(({ insert }) => hasForbiddenControl(insert));
  const cleaned = (text: string) => cleanCode(hasCursor ? text.replaceAll(NO_WIDTH, '') : text);
  const clean = () => inserts.map((change) => ({ ...change, insert: cleaned(change.insert) }));
  const changes = isClean ? transaction.changes : startState.changes(clean());
  if (isLengthAllowed(changes.newLength, changes.length)) return isClean ? transaction : changedTo(transaction, changes);
  showTooLong(changes.newLength);
  return [];
});

/** The transaction with other changes, and the cursor behind what is pasted or where typing left it. */
function changedTo(transaction: Transaction, changes: ChangeSet): TransactionSpec {
  const { startState, scrollIntoView, newSelection } = transaction;
  const isTyped = transaction.isUserEvent('input.type');
  const behind = changes.mapPos(startState.selection.main.to, 1);
  const anchor = isTyped ? Math.min(newSelection.main.head, changes.newLength) : behind;
  return { changes, selection: { anchor }, scrollIntoView, userEvent: isTyped ? 'input.type' : 'input.paste' };
}

/** Everything of the CodeMirror editor that never changes: keys, gutters, the shared text and its own undo. */
export function codeMirrorExtensions(gate: TypingGate, cursors: Cursors, onBlur: () => void): Extension {
  return [
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    indentOnInput(),
    indentUnit.of('  '),
    EditorState.tabSize.of(2),
    search({ top: true }),
    EditorState.phrases.of(SEARCH_WORDS),
    cleanInput,
    EditorView.contentAttributes.of(PLAIN_KEYBOARD),
    EditorView.domEventHandlers({
      // The search and Vim's command line are a part of the editor: who goes there has not left it.
      blur: ({ relatedTarget }, { dom }) => {
        if (!(relatedTarget instanceof Node && dom.contains(relatedTarget))) onBlur();
      },
    }),
    keymap.of([
      leaveWithTab,
      ...undoKeys(gate),
      ...closeBracketsKeymap,
      ...searchKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
    undoStepsOf(gate.undoSteps),
    yCollab(gate.text, cursors.awareness, { undoManager: gate.undoManager }),
    cursorAtRedone(gate),
    peerFlags(cursors),
  ];
}

// The default keys have another one for it on a Mac.
const leaveWithTab: KeyBinding = {
  key: 'Ctrl-m',
  run: (view) => {
    view.dispatch({ effects: EditorView.announce.of('What Tab does has changed.') });
    return toggleTabFocusMode(view);
  },
};

// y-codemirror.next's own keys undo in a read-only editor too.
function undoKeys({ undoManager }: TypingGate): KeyBinding[] {
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
