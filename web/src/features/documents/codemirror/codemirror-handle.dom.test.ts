import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, expect, test, vi } from 'vitest';
import { Doc, UndoManager } from 'yjs';
import { toastStore } from '../../../shared/ui/feedback/toast-store.ts';
import { codeMirrorHandle } from './codemirror-handle.ts';

let view: EditorView;

function find(): void {
  view = new EditorView({ state: EditorState.create({ doc: 'SELECT 1' }), parent: document.body });
  const undoManager = new UndoManager(new Doc().getText());
  codeMirrorHandle(
    view,
    { undoManager },
    { replaceLookalikes: vi.fn<() => boolean>(), format: vi.fn<() => void>() },
  ).find();
}

afterEach(() => {
  view.destroy();
  toastStore.set([]);
  vi.doUnmock('./codemirror-search.ts');
  vi.resetModules();
});

test('opens find and replace before the editor has loaded it', async () => {
  find();
  await vi.waitFor(() => expect(view.dom.querySelector('.cm-search [name=replace]')).not.toBeNull());
  expect(toastStore.get()).toEqual([]);
});

test('says that find and replace could not be loaded', async () => {
  vi.doMock('./codemirror-search.ts', () => {
    throw new Error('offline');
  });
  vi.spyOn(console, 'warn').mockReturnValue();
  find();
  await vi.waitFor(() =>
    expect(toastStore.get()).toMatchObject([{ tone: 'bad', text: 'Find could not be loaded. Please try again.' }]),
  );
});
