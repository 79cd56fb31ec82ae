import { indentLess } from '@codemirror/commands';
import { EditorSelection, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { expect, test } from 'vitest';
import { indent, indentOf } from './codemirror-indent.ts';

const FUNCTION = 'function f() {\nconst a = 1;\nreturn a;\n}\n';

/** Applies a command to a text with a selection, and returns the text with its selection as `[` and `]`. */
function after(language: string, doc: string, [anchor, head]: [number, number], command = indent): string {
  const state = EditorState.create({
    doc,
    selection: EditorSelection.single(anchor, head),
    extensions: indentOf(language),
  });
  const view = new EditorView({ state });
  command(view);
  const { from, to } = view.state.selection.main;
  const text = view.state.doc.toString();
  view.destroy();
  return from === to
    ? `${text.slice(0, from)}|${text.slice(to)}`
    : `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`;
}

test('indents whole selected lines and keeps them selected', () => {
  expect(after('javascript', FUNCTION, [15, 38])).toBe('function f() {\n  [const a = 1;\n  return a;\n]}\n');
});

test('takes one step from the selected lines, tabs too', () => {
  expect(after('javascript', 'a {\n    b;\n    c;\n}', [4, 16], indentLess)).toBe('a {\n[b;\nc];\n}');
  expect(after('go', 'a {\n\t\tb\n}', [6, 6], indentLess)).toBe('a {\n\t|b\n}');
});

test.each([
  ['python', 'def f():\n    a()\n', 17, 'def f():\n    a()\n    |'],
  ['python', 'def f():\n  a()\n  b()\n', 21, 'def f():\n  a()\n  b()\n  |'],
  ['python', 'def f():\n    a()\n   b', 20, 'def f():\n    a()\n    |b'],
  ['python', 'def f():\n\ta()\n', 14, 'def f():\n\ta()\n\t|'],
  ['go', '', 0, '\t|'],
])('fills up to the next step of the text at the cursor: %s %j', (language, text, at, expected) => {
  expect(after(language, text, [at, at])).toBe(expected);
});

test('looks at the text again after a paste that leaves the number of lines', () => {
  const state = EditorState.create({ doc: 'a {\n  b;\n}', extensions: indentOf('javascript') });
  const pasted = state.update({ changes: { from: 0, to: 10, insert: 'a {\n\tb;\n}' } }).state;
  expect(pasted.tabSize).toBe(4);
});
