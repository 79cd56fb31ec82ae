import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type * as Monaco from 'monaco-editor/editor';
import { beforeAll, expect, test, vi } from 'vitest';
import { lookalikeMarks } from '../codemirror/codemirror-lookalikes.ts';
import { loadMonaco } from '../monaco/monaco-in-node.ts';
import { replaceLookalikes } from '../sync/edits/replace-lookalikes.ts';
import { TypingGate } from '../sync/typing-gate.ts';

const PROGRAM = 'def add(a, b):\n\u00a0\u00a0\u00a0\u00a0return a + b\nprint(“sum”, add(1, 2))  # “sum”\n';
/** Where its characters are. */
const PLACES = [15, 16, 17, 18, 38, 42];

let monaco: typeof Monaco;

beforeAll(async () => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  HTMLCanvasElement.prototype.getContext = () => null;
  monaco = await loadMonaco();
}, 60_000);

async function monacoEditor(value: string) {
  const { markLookalikes } = await import('../monaco/monaco-lookalikes.ts');
  const shown = monaco.editor.create(document.createElement('div'), { language: 'python', value });
  const model = shown.getModel();
  if (!model) throw new Error('The editor has no model.');
  const replace = vi.fn<() => void>();
  const stop = markLookalikes(shown, model, { language: 'python', replace });
  const places = () =>
    model
      .getAllDecorations()
      .filter(({ options }) => options.inlineClassName === 'tok-lookalike')
      .map(({ range }) => model.getOffsetAt(range.getStartPosition()))
      .toSorted((a, b) => a - b);
  return { shown, model, replace, places, stop };
}

function codeMirror(doc: string) {
  const view = new EditorView({ state: EditorState.create({ doc, extensions: lookalikeMarks('python') }) });
  const places = () => {
    const found: number[] = [];
    for (const sets of view.state.facet(EditorView.decorations))
      if (typeof sets !== 'function')
        sets.between(0, view.state.doc.length, (from, _to, { spec }) => {
          if (spec.class === 'tok-lookalike') found.push(from);
        });
    return found;
  };
  return { view, places };
}

test('marks the same characters in both editors, and others after each change', async () => {
  const one = await monacoEditor(PROGRAM);
  const other = codeMirror(PROGRAM);
  expect([one.places(), other.places()]).toEqual([PLACES, PLACES]);
  // The second line becomes a comment.
  one.model.applyEdits([{ range: new monaco.Range(2, 1, 2, 1), text: '#' }]);
  other.view.dispatch({ changes: { from: 15, insert: '#' } });
  expect([one.places(), other.places()]).toEqual([
    [39, 43],
    [39, 43],
  ]);
  one.model.setValue('a = 1');
  one.model.applyEdits([{ range: new monaco.Range(1, 6, 1, 6), text: '\u00a0' }]);
  expect(one.places()).toEqual([5]);
  one.stop();
  expect(one.places()).toEqual([]);
});

test('offers the replacement in Monaco’s menu and palette while there is a mark', async () => {
  const { shown, model, replace } = await monacoEditor(PROGRAM);
  await shown.getAction('replace-lookalikes-action')?.run();
  expect(replace).toHaveBeenCalledOnce();
  model.setValue('a = 1');
  expect(shown.getAction('replace-lookalikes-action')?.isSupported()).toBe(false);
});

test('replaces all in one update and one step of undo', () => {
  const gate = new TypingGate();
  gate.text.insert(0, PROGRAM);
  gate.flush();
  const updates: Uint8Array[] = [];
  gate.shared.on('update', (update: Uint8Array) => updates.push(update));
  replaceLookalikes(gate, 'python');
  expect(gate.text.toString()).toBe('def add(a, b):\n    return a + b\nprint("sum", add(1, 2))  # “sum”\n');
  expect(updates).toHaveLength(1);
  gate.undoManager.undo();
  expect(gate.text.toString()).toBe(PROGRAM);
});
