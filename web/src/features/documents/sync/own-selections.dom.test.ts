import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { editor } from 'monaco-editor';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { codeMirrorExtensions } from '../codemirror/codemirror-extensions.ts';
import { Cursors } from './cursors/cursors.ts';
import type { CursorState } from './cursors/cursor-state.ts';
import { MonacoBinding } from '../monaco/monaco-binding.ts';
import { MonacoCursors } from '../monaco/monaco-cursors.ts';
import { loadMonaco } from '../monaco/monaco-in-node.ts';
import { rangeAt } from '../monaco/monaco-range.ts';
import { TypingGate } from './typing-gate.ts';

/** An editor, addressed by offsets in its text. */
interface Shown {
  select(from: number, to?: number): void;
  selected(): [from: number, to: number];
  type(text: string): void;
  destroy(): void;
}

let createMonaco: () => editor.IStandaloneCodeEditor;
const ends: (() => void)[] = [];

beforeAll(async () => {
  // jsdom has no layout, which CodeMirror measures, and no canvas, which Monaco can do without.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  HTMLCanvasElement.prototype.getContext = () => null;
  document.adoptedStyleSheets ??= [];
  CSSStyleSheet.prototype.replaceSync ??= () => undefined;
  const monaco = await loadMonaco();
  createMonaco = () => monaco.editor.create(document.createElement('div'), { language: 'plaintext' });
}, 60_000);

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function inMonaco(gate: TypingGate, cursors: Cursors): Shown {
  const shown = createMonaco();
  const model = shown.getModel();
  if (!model) throw new Error('The editor has no model.');
  const binding = new MonacoBinding(model, gate.text, gate.undoManager, shown);
  const peers = new MonacoCursors(shown, gate, cursors);
  return {
    select: (from, to = from) => shown.setSelection(rangeAt(model, from, to)),
    selected: () => {
      const selection = shown.getSelection();
      if (!selection) throw new Error('The editor has no selection.');
      return [model.getOffsetAt(selection.getStartPosition()), model.getOffsetAt(selection.getEndPosition())];
    },
    type: (text) => shown.trigger('keyboard', 'type', { text }),
    destroy: () => {
      peers.destroy();
      binding.destroy();
      shown.dispose();
    },
  };
}

function inCodeMirror(gate: TypingGate, cursors: Cursors): Shown {
  const extensions = codeMirrorExtensions(gate, cursors, () => undefined);
  const parent = document.body.appendChild(document.createElement('div'));
  const view = new EditorView({ state: EditorState.create({ doc: gate.text.toString(), extensions }), parent });
  view.focus();
  return {
    select: (from, to = from) => view.dispatch({ selection: { anchor: from, head: to } }),
    selected: () => [view.state.selection.main.from, view.state.selection.main.to],
    type: (text) => view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.type' }),
    destroy: () => {
      view.destroy();
      parent.remove();
    },
  };
}

/** Opens an editor with `code`, and a peer who edits the same text. */
function open(show: typeof inMonaco, code: string) {
  const other = new TypingGate();
  other.mode = 'instant';
  other.text.insert(0, code);
  const gate = new TypingGate();
  gate.mode = 'instant';
  const wire = [other.shared, gate.shared] as const;
  for (const [from, to] of [wire, wire.toReversed()] as [Y.Doc, Y.Doc][]) {
    Y.applyUpdate(to, Y.encodeStateAsUpdate(from), 'wire');
    from.on('update', (update, origin) => origin !== 'wire' && Y.applyUpdate(to, update, 'wire'));
  }
  const cursors = new Cursors(
    gate,
    () => undefined,
    () => ({ hue: 1, color: 'red', colorLight: 'pink' }),
  );
  cursors.connect({ id: 'me', name: 'Ada' });
  const shown = show(gate, cursors);
  ends.push(() => {
    shown.destroy();
    cursors.destroy();
    for (const each of [gate, other]) each.destroy();
  });
  /** Returns the published offset of this user's cursor. */
  const published = async (): Promise<number | undefined> => {
    await Promise.resolve();
    const { cursor } = cursors.awareness.getLocalState() as CursorState;
    return cursor ? Y.createAbsolutePositionFromRelativePosition(cursor.head, gate.editing)?.index : undefined;
  };
  return { shown, gate, published, peerText: other.text, code: () => gate.shared.getText(SHARED_TEXT).toString() };
}

describe.each([
  ['Monaco', inMonaco],
  ['CodeMirror', inCodeMirror],
])('own selections in %s', (_name, show) => {
  test('continues the own word at the position of a peer', async () => {
    const { shown, peerText, code, published } = open(show, 'x\n');
    shown.select(2);
    shown.type('my ');
    peerText.insert(5, 'theirs\n');
    expect(shown.selected()).toEqual([5, 5]);
    expect(await published()).toBe(5);
    shown.type('own');
    peerText.insert(peerText.length, 'and theirs\n');
    expect(code()).toBe('x\nmy owntheirs\nand theirs\n');
  });

  test("excludes text that a peer inserts at a selection's edges", () => {
    const { shown, peerText, code } = open(show, 'a word.');
    shown.select(2, 6);
    peerText.insert(6, 'y');
    peerText.insert(2, 'nice ');
    expect(shown.selected()).toEqual([7, 11]);
    shown.type('text');
    expect(code()).toBe('a nice texty.');
  });

  test('moves a selection with insertions and deletions before it', () => {
    const { shown, peerText } = open(show, 'one\ntwo\nthree');
    shown.select(8);
    peerText.delete(1, 5);
    expect(shown.selected()).toEqual([3, 3]);
    peerText.insert(0, 'zero\n');
    expect(shown.selected()).toEqual([8, 8]);
    shown.select(8, 13);
    peerText.delete(6, 4);
    expect(shown.selected()).toEqual([6, 9]);
    peerText.delete(4, 7);
    peerText.insert(4, '\nanew');
    expect(shown.selected()).toEqual([4, 4]);
  });

  test('moves the cursor to the restored text on undo', () => {
    const { shown, gate, code } = open(show, 'one\n');
    shown.select(0, 3);
    shown.type('!');
    gate.undoManager.undo();
    expect(code()).toBe('one\n');
    expect(shown.selected()[1]).toBe(3);
  });
});
