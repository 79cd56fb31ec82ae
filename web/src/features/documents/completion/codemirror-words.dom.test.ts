import { EditorState } from '@codemirror/state';
import { EditorView, runScopeHandlers } from '@codemirror/view';
import { afterEach, expect, test, vi } from 'vitest';
import { codeMirrorLanguage } from '../codemirror/codemirror-language.ts';
import { languageOf } from '../editor/languages/languages.ts';
import { completeWords } from './codemirror-words.ts';

let view: EditorView;
afterEach(() => view.destroy());

async function open(doc: string, language = 'javascript', isReadOnly = false) {
  const support = await codeMirrorLanguage(languageOf(language));
  const extensions = [support, completeWords, EditorState.readOnly.of(isReadOnly)];
  view = new EditorView({ parent: document.body, state: EditorState.create({ doc, extensions }) });
}

/** Types a text at the end, as the editor does with keys. */
function type(insert: string): void {
  const from = view.state.doc.length;
  const selection = { anchor: from + insert.length };
  view.dispatch({ changes: { from, insert }, selection, userEvent: 'input.type' });
}

const row = () => view.dom.querySelector<HTMLElement>('[role=group]');
const words = () => [...(row()?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent);

test('offers words of the text and keywords of the language, but no snippets', async () => {
  await open('const returned = 1;\nconst forest = 2;\n');
  type('ret');
  await vi.waitFor(() => expect(words()).toEqual(['returned', 'return']));
  type('urn');
  await vi.waitFor(() => expect(words()).toEqual(['returned']));
  type(';\nfo');
  await vi.waitFor(() => expect(words()).toEqual(['forest']));
});

test('offers nothing for one letter, for a moved cursor, and in text that cannot change', async () => {
  await open('const sorted = 1;\n');
  type('s');
  await Promise.resolve();
  expect(row()?.hidden).toBe(true);
  type('o');
  await vi.waitFor(() => expect(words()).toEqual(['sorted']));
  view.dispatch({ selection: { anchor: 0 } });
  expect(row()?.hidden).toBe(true);
  view.destroy();
  await open('const sorted = 1;\n', 'javascript', true);
  type('so');
  await Promise.resolve();
  expect(words()).toEqual([]);
});

test('inserts the chosen word and returns to the text', async () => {
  await open('const sorted = 1;\n');
  view.focus();
  type('so');
  await vi.waitFor(() => expect(words()).toEqual(['sorted']));
  const key = new KeyboardEvent('keydown', { key: ' ', code: 'Space', ctrlKey: true });
  expect(runScopeHandlers(view, key, 'editor')).toBe(true);
  expect(document.activeElement?.textContent).toBe('sorted');
  (document.activeElement as HTMLElement).click();
  expect(view.state.doc.toString()).toBe('const sorted = 1;\nsorted');
  expect(view.state.selection.main.head).toBe(view.state.doc.length);
  expect(view.hasFocus).toBe(true);
  expect(row()?.hidden).toBe(true);
});
