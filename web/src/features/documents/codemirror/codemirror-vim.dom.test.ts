import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { getCM, Vim } from '@replit/codemirror-vim';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { yCollab } from 'y-codemirror.next';
import * as Y from 'yjs';
import { beginsUndoStep } from '../sync/undo/undo-rule.ts';
import { vimKeys } from './codemirror-vim.ts';
import { TypingGate } from '../sync/typing-gate.ts';

const PAUSE_MS = 5_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'requestAnimationFrame', 'cancelAnimationFrame'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const gate = new TypingGate();
  const readOnly = new Compartment();
  const view = new EditorView({
    state: EditorState.create({
      extensions: [vimKeys(gate), readOnly.of([]), yCollab(gate.text, null, { undoManager: gate.undoManager })],
    }),
  });
  const cm = getCM(view);
  if (cm === null) throw new Error('There is no Vim');
  const press = (...keys: string[]) => {
    for (const key of keys)
      if (!Vim.handleKey(cm, key, 'user') && key.length === 1)
        view.dispatch(view.state.replaceSelection(key), { userEvent: 'input.type' });
  };
  return { cm, gate, readOnly, view, press, code: () => gate.text.toString() };
}

test('undoes an insert session as one step, and each command as another', () => {
  const { press, code } = open();
  press(...'ione\ntwo');
  vi.setSystemTime(Date.now() + PAUSE_MS);
  press(...' and more', '<Esc>');
  press(...'othree', '<Esc>');
  expect(code()).toBe('one\ntwo and more\nthree');
  press(...'dddd');
  expect(code()).toBe('one');
  press('u');
  expect(code()).toBe('one\ntwo and more');
  press('u', 'u');
  expect(code()).toBe('one\ntwo and more');
  press('u');
  expect(code()).toBe('');
  press('<C-r>');
  expect(code()).toBe('one\ntwo and more');
});

test("keeps peers' text when Vim undoes", () => {
  const { gate, press, code } = open();
  press(...'imine', '<Esc>');
  gate.flush();
  const theirs = new Y.Doc();
  Y.applyUpdate(theirs, Y.encodeStateAsUpdate(gate.shared));
  theirs.getText(SHARED_TEXT).insert(0, 'theirs\n');
  Y.applyUpdate(gate.shared, Y.encodeStateAsUpdate(theirs));
  expect(code()).toBe('theirs\nmine');
  press(...'9u');
  expect(code()).toBe('theirs\n');
});

test('holds an unfinished line in every Vim mode until :w', () => {
  const { cm, gate, press } = open();
  press(...'isecret', '<Esc>', ...'xx');
  expect(gate.isHolding).toBe(true);
  expect(gate.shared.getText(SHARED_TEXT).toString()).toBe('');
  Vim.handleEx(cm as never, 'w');
  expect(gate.shared.getText(SHARED_TEXT).toString()).toBe('secr');
});

test('undoes nothing in a read-only editor', () => {
  const { view, readOnly, press, code } = open();
  press(...'ione', '<Esc>');
  view.dispatch({ effects: readOnly.reconfigure(EditorState.readOnly.of(true)) });
  press('u');
  expect(code()).toBe('one');
});

test('restores the usual undo steps when Vim is turned off', () => {
  const { gate, view, press } = open();
  press('i');
  expect(gate.undoSteps.rule).not.toBe(beginsUndoStep);
  view.destroy();
  expect(gate.undoSteps.rule).toBe(beginsUndoStep);
});
