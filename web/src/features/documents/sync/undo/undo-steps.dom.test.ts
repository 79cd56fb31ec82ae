import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import { deleteCharBackward, deleteCharForward, insertNewlineAndIndent } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { editor } from 'monaco-editor';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { codeMirrorExtensions } from '../../codemirror/codemirror-extensions.ts';
import { Cursors } from '../cursors/cursors.ts';
import { MonacoBinding } from '../../monaco/monaco-binding.ts';
import { loadMonaco } from '../../monaco/monaco-in-node.ts';
import { trackMonacoUndo } from '../../monaco/monaco-undo.ts';
import { replaceStartingText } from '../edits/replace-starting-text.ts';
import { TypingGate } from '../typing-gate.ts';

/** User input at an editor; `type` presses one key per character, '\n' is Enter. */
interface UserInput {
  type(text: string): void;
  back(): void;
  forward(): void;
  paste(text: string): void;
  moveTo(index: number): void;
  cursor(): number;
}

let createMonaco: () => editor.IStandaloneCodeEditor;
const ends: (() => void)[] = [];

beforeAll(async () => {
  // jsdom has no layout, which CodeMirror measures, and no canvas, which Monaco can do without.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  HTMLCanvasElement.prototype.getContext = () => null;
  const monaco = await loadMonaco();
  createMonaco = () => monaco.editor.create(document.createElement('div'), { language: 'plaintext' });
}, 60_000);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  for (const end of ends.splice(0)) end();
});

function atMonaco(gate: TypingGate): UserInput {
  const shown = createMonaco();
  const model = shown.getModel();
  if (!model) throw new Error('The editor has no model.');
  const binding = new MonacoBinding(model, gate.text, gate.undoManager, shown);
  const stop = trackMonacoUndo(shown, gate);
  ends.push(() => {
    stop();
    binding.destroy();
    shown.dispose();
  });
  return {
    type: (text) => {
      for (const key of text) shown.trigger('keyboard', 'type', { text: key });
    },
    back: () => shown.trigger('keyboard', 'deleteLeft', null),
    forward: () => shown.trigger('keyboard', 'deleteRight', null),
    paste: (text) => shown.trigger('keyboard', 'paste', { text, pasteOnNewLine: false }),
    moveTo: (index) => shown.setPosition(model.getPositionAt(index)),
    cursor: () => model.getOffsetAt(shown.getPosition() ?? { lineNumber: 0, column: 0 }),
  };
}

function atCodeMirror(gate: TypingGate): UserInput {
  const color = () => ({ hue: 1, color: 'red', colorLight: 'pink' });
  const cursors = new Cursors(gate, () => undefined, color);
  const extensions = codeMirrorExtensions(gate, cursors, () => undefined);
  const view = new EditorView({ state: EditorState.create({ extensions }) });
  ends.push(() => {
    view.destroy();
    cursors.destroy();
  });
  const insert = (text: string, userEvent: string) => view.dispatch(view.state.replaceSelection(text), { userEvent });
  return {
    type: (text) => {
      for (const key of text) {
        if (key === '\n') insertNewlineAndIndent(view);
        else insert(key, 'input.type');
      }
    },
    back: () => void deleteCharBackward(view),
    forward: () => void deleteCharForward(view),
    paste: (text) => insert(text, 'input.paste'),
    moveTo: (index) => view.dispatch({ selection: { anchor: index }, userEvent: 'select' }),
    cursor: () => view.state.selection.main.head,
  };
}

const repeat = (times: number, act: () => void) => Array.from({ length: times }, act);

/** Undoes every step and returns the text after each. */
function undoAll({ text, undoManager }: TypingGate): string[] {
  const left: string[] = [];
  while (undoManager.canUndo()) {
    undoManager.undo();
    left.push(text.toString());
  }
  return left;
}

describe.each([
  ['Monaco', atMonaco],
  ['CodeMirror', atCodeMirror],
])('undo steps in %s', (_editor, open) => {
  describe.each(['instant', 'enter'] as const)('with the typing mode %s', (mode) => {
    function start() {
      const gate = new TypingGate();
      gate.mode = mode;
      ends.push(() => gate.destroy());
      return { gate, input: open(gate) };
    }

    test('takes the first key back together with the starting text', async () => {
      const { gate, input } = start();
      replaceStartingText(gate);
      const peer = new Y.Doc();
      peer.getText(SHARED_TEXT).insert(0, DEFAULT_CODE);
      Y.applyUpdate(gate.shared, Y.encodeStateAsUpdate(peer));
      input.moveTo(5);
      for (const key of 'one') {
        input.type(key);
        await Promise.resolve();
      }
      expect([gate.text.toString(), input.cursor()]).toEqual(['one', 3]);
      // Monaco ends a step if another change has moved its cursor.
      expect(undoAll(gate).filter((text) => text !== 'o')).toEqual([DEFAULT_CODE]);
    });

    test('undoes word by word and line by line', () => {
      const { gate, input } = start();
      input.type('one two\nthree  four');
      expect(undoAll(gate)).toEqual(['one two\nthree  ', 'one two\nthree', 'one two', 'one', '']);
    });

    test('undoes typing, backward deletion, forward deletion and paste as separate steps', () => {
      const { gate, input } = start();
      input.type('abcdef');
      input.moveTo(3);
      repeat(2, input.back);
      repeat(2, input.forward);
      input.type('x');
      input.paste('1,2,3');
      input.type('y');
      expect(gate.text.toString()).toBe('ax1,2,3yf');
      expect(undoAll(gate)).toEqual(['ax1,2,3f', 'axf', 'af', 'adef', 'abcdef', '']);
    });

    test('ends a step at a pause, and at a moved cursor', () => {
      const { gate, input } = start();
      input.type('ab');
      vi.setSystemTime(Date.now() + 500);
      input.type('cd');
      input.moveTo(0);
      input.type('x');
      expect(undoAll(gate)).toEqual(['abcd', 'ab', '']);
    });

    test("neither ends a step at a peer's text nor undoes it", () => {
      const { gate, input } = start();
      input.type('on');
      const theirs = new Y.Doc();
      Y.applyUpdate(theirs, Y.encodeStateAsUpdate(gate.shared));
      theirs.getText(SHARED_TEXT).insert(0, 'theirs\n');
      Y.applyUpdate(gate.shared, Y.encodeStateAsUpdate(theirs));
      const isFirst = gate.text.toString().startsWith('theirs');
      input.moveTo(gate.text.toString().indexOf('on') + 2);
      input.type('e two');
      expect(gate.text.toString()).toBe(isFirst ? 'theirs\none two' : 'one twotheirs\n');
      undoAll(gate);
      expect(gate.text.toString()).toBe('theirs\n');
    });

    test('moves the cursor to the change on undo and redo', () => {
      const { gate, input } = start();
      input.type('one two');
      input.moveTo(0);
      gate.undoManager.undo();
      expect([gate.text.toString(), input.cursor()]).toEqual(['one', 3]);
      input.moveTo(0);
      gate.undoManager.redo();
      expect([gate.text.toString(), input.cursor()]).toEqual(['one two', 7]);
    });
  });
});
