import type { editor, languages } from 'monaco-editor';
import { expect, test, vi } from 'vitest';
import type { Monaco } from '../monaco.ts';

const server = { isStarted: true, started: Promise.resolve(), ask: vi.fn<() => Promise<unknown>>() };
vi.mock('./kept-server.ts', () => ({ takeServer: () => server, giveBackServer: () => undefined }));
const { completePython } = await import('./complete-python.ts');

let line = '    sp';
const model = {
  isDisposed: () => false,
  getLineContent: () => line,
  getWordUntilPosition: () => ({ startColumn: 5 }),
} as unknown as editor.ITextModel;
const position = { lineNumber: 2, column: 7 } as never;
const token = { isCancellationRequested: false } as never;

/** Returns what the editor asks for completions and descriptions. */
function provided() {
  let completion: languages.CompletionItemProvider | undefined;
  let hover: languages.HoverProvider | undefined;
  const monaco = {
    languages: {
      CompletionItemKind: { Method: 0, Text: 18 },
      registerCompletionItemProvider: (_language: string, provider: languages.CompletionItemProvider) =>
        void (completion = provider),
      registerHoverProvider: (_language: string, provider: languages.HoverProvider) => void (hover = provider),
      registerSignatureHelpProvider: () => undefined,
    },
  };
  completePython(monaco as unknown as Monaco, model, { current: null });
  const complete = async (of = model) => completion?.provideCompletionItems(of, position, { triggerKind: 0 }, token);
  return { complete, hover: async () => hover?.provideHover(model, position, token) };
}

test('inserts names only, also where a method of a parent could be written', async () => {
  const range = { start: { line: 1, character: 4 }, end: { line: 1, character: 6 } };
  const newText = 'speak(self) -> str:\n    return super().speak()';
  const items = [{ label: 'speak', kind: 2, sortText: '09', textEdit: { range, newText } }, { label: 'spell' }];
  server.ask.mockResolvedValueOnce({ items, isIncomplete: false });
  const found = await provided().complete();
  const at = { startLineNumber: 2, startColumn: 5, endLineNumber: 2, endColumn: 7 };
  expect(found?.suggestions).toMatchObject([
    { label: 'speak', insertText: 'speak', kind: 0, range: at },
    { label: 'spell', insertText: 'spell', range: at },
  ]);
  expect(server.ask).toHaveBeenCalledWith<unknown[]>('textDocument/completion', { line: 1, character: 6 }, token);
});

test('leaves words to others until it can answer, and waits for it after a dot', async () => {
  const { complete } = provided();
  server.ask.mockReset().mockResolvedValue({ items: [], isIncomplete: false });
  server.isStarted = false;
  expect(await complete()).toBeNull();
  expect(server.ask).not.toHaveBeenCalled();
  server.started = Promise.resolve().then(() => void (server.isStarted = true));
  // Also if Monaco or a person asks a second time.
  line = ' cart.';
  expect(await complete()).toEqual({ suggestions: [], incomplete: false });
});

test('answers about its own text only', async () => {
  expect(await provided().complete({} as editor.ITextModel)).toBeNull();
});

test('shows no images of comments', async () => {
  server.ask.mockResolvedValueOnce({ contents: { value: '```python\nf()\n```\n---\n![a](https://other.example/a)' } });
  const found = await provided().hover();
  expect(found?.contents).toEqual([{ value: '```python\nf()\n```\n!\\[a](https://other.example/a)' }]);
});
