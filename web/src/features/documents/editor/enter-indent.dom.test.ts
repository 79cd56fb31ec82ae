import { insertNewlineAndIndent } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type * as Monaco from 'monaco-editor/editor';
import { beforeAll, expect, test } from 'vitest';
import { codeMirrorExtensions } from '../codemirror/codemirror-extensions.ts';
import { codeMirrorLanguage } from '../codemirror/codemirror-language.ts';
import { Cursors } from '../sync/cursors/cursors.ts';
import { LANGUAGES, languageOf } from './languages/languages.ts';
import { indentOf } from '../codemirror/codemirror-indent.ts';
import { followIndent } from '../monaco/monaco-indent.ts';
import { loadMonaco } from '../monaco/monaco-in-node.ts';
import { rangeAt } from '../monaco/monaco-range.ts';
import { TypingGate } from '../sync/typing-gate.ts';

let monaco: typeof Monaco;

beforeAll(async () => {
  // jsdom has no layout, which CodeMirror measures, and no canvas, which Monaco can do without.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  HTMLCanvasElement.prototype.getContext = () => null;
  monaco = await loadMonaco();
}, 60_000);

/** Types keys into a text at its `|`, where '\n' is Enter, and resolves with the result, the cursor as `|`. */
type Typing = (id: string, text: string, keys: string) => Promise<string>;

const inMonaco: Typing = async (id, text, keys) => {
  const language = languageOf(id).monaco;
  const at = text.indexOf('|');
  const shown = monaco.editor.create(document.createElement('div'), {
    language,
    value: text.replace('|', ''),
  });
  const model = shown.getModel();
  if (!model) throw new Error('The editor has no model.');
  followIndent(model, id);
  // Loads the language's configuration with its tokens.
  await monaco.editor.colorize('', language, {});
  shown.setSelection(rangeAt(model, at, at));
  for (const key of keys) shown.trigger('keyboard', 'type', { text: key });
  const cursor = model.getOffsetAt(shown.getPosition() ?? { lineNumber: 0, column: 0 });
  const value = model.getValue();
  shown.dispose();
  return `${value.slice(0, cursor)}|${value.slice(cursor)}`;
};

const inCodeMirror: Typing = async (id, text, keys) => {
  const gate = new TypingGate();
  gate.text.insert(0, text.replace('|', ''));
  const cursors = new Cursors(
    gate,
    () => undefined,
    () => ({ hue: 1, color: 'red', colorLight: 'pink' }),
  );
  const extensions = [
    indentOf(id),
    await codeMirrorLanguage(languageOf(id)),
    codeMirrorExtensions(gate, cursors, () => undefined),
  ];
  const selection = { anchor: text.indexOf('|') };
  const view = new EditorView({ state: EditorState.create({ doc: gate.text.toString(), selection, extensions }) });
  for (const key of keys) {
    const handlers = view.state.facet(EditorView.inputHandler);
    const { from, to } = view.state.selection.main;
    const insert = () => view.state.update(view.state.replaceSelection(key), { userEvent: 'input.type' });
    if (key === '\n') insertNewlineAndIndent(view);
    else if (!handlers.some((handle) => handle(view, from, to, key, insert))) view.dispatch(insert());
  }
  const { state } = view;
  const { head } = state.selection.main;
  view.destroy();
  return `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}`;
};

test.each([
  ['sql', 'SELECT name|', '\nFROM t', 'SELECT name\nFROM t|'],
  ['sql', '  SELECT name|', '\nFROM t', '  SELECT name\n  FROM t|'],
  ['sql', 'CREATE TABLE t (|)', '\nid int', 'CREATE TABLE t (\n  id int|\n)'],
  ['javascript', 'function f() {|}', '\nreturn 1;\n', 'function f() {\n  return 1;\n  |\n}'],
  ['javascript', 'if (a)|', '\nb();', 'if (a)\nb();|'],
  ['javascript', 'const a = b +|', '\nc', 'const a = b +\nc|'],
  ['typescript', 'call(a, [|]);', '\n1,', 'call(a, [\n  1,|\n]);'],
  ['python', 'def f(x):|', '\nreturn x\n', 'def f(x):\n    return x\n    |'],
  ['python', '  if x:|', '\npass', '  if x:\n    pass|'],
  ['python', '    if x:|', '\npass', '    if x:\n        pass|'],
  ['javascript', '    f(() => {|})', '\ng', '    f(() => {\n        g|\n    })'],
  ['java', 'class A {|}', '\nint x;', 'class A {\n    int x;|\n}'],
  ['python', "def greet(name):\n\tprint('hi', name)|", '\nx', "def greet(name):\n\tprint('hi', name)\n\tx|"],
  ['python', '\tif x:|', '\nx', '\tif x:\n\t\tx|'],
  ['go', 'func main() {|}', '\nx()', 'func main() {\n\tx()|\n}'],
  ['javascript', '\tf(() => {|});', '\ng', '\tf(() => {\n\t\tg|\n\t});'],
  ['kotlin', 'fun main() {|}', '\nx()', 'fun main() {\n    x()|\n}'],
  ['plaintext', 'a list (|', '\nb', 'a list (\n  b|'],
])('indents %s alike in both editors: %j with the keys %j', async (id, text, keys, expected) => {
  expect(await inMonaco(id, text, keys)).toBe(expected);
  expect(await inCodeMirror(id, text, keys)).toBe(expected);
});

/** In both editors, Enter repeats the indent of a line, plus a step behind a bracket. */
async function indentsAlike(languages: typeof LANGUAGES): Promise<void> {
  const different: string[] = [];
  for (const { id } of languages)
    for (const text of ['word {|', '  word (|']) {
      const results = [await inMonaco(id, text, '\nx'), await inCodeMirror(id, text, '\nx')];
      if (results[0] !== results[1]) different.push(`${id} ${text}: ${JSON.stringify(results)}`);
    }
  expect(different).toEqual([]);
}

test("repeats a line's indent on Enter in every tenth language and both editors", { tags: ['long'] }, () =>
  expect(indentsAlike(LANGUAGES.filter((_, index) => index % 10 === 0))).resolves.toBeUndefined(),
);

test("repeats a line's indent on Enter in every language and both editors", { tags: ['long'], timeout: 120_000 }, () =>
  expect(indentsAlike(LANGUAGES)).resolves.toBeUndefined(),
);

test('indents a closing bracket like the line with its opening bracket', async () => {
  expect(await inCodeMirror('typescript', 'if (a) {\n  b();\n  |', '}')).toBe('if (a) {\n  b();\n}|');
});
