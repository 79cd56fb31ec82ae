import { expect, test } from 'vitest';
import { indentationOf } from './indentation.ts';

test.each([
  ['python', 4],
  ['java', 4],
  ['kotlin', 4],
  ['swift', 4],
  ['scala', 4],
  ['c#', 4],
  ['sql', 2],
  ['javascript', 2],
  ['of a later release', 2],
])('indents an empty text in %s by %i', (language, size) => {
  expect(indentationOf(language, '')).toEqual({ usesTabs: false, size });
});

test.each([
  ['a text with two spaces', 'python', 'def f():\n  if x:\n    return 1\n\n  return 2', 2],
  ['a text with four spaces', 'javascript', 'function f() {\n    return 1;\n}', 4],
  ['a text with three spaces', 'lua', 'if a then\n   b()\nend', 3],
  ['a text of Go with spaces', 'go', 'func main() {\n    a()\n}', 4],
  ['blank lines inside of a block', 'javascript', 'a {\n    b {\n\n        c\n    }\n}', 4],
  ['a comment that is aligned by one space', 'javascript', '/*\n * a\n */\nf();', 2],
  ['as many steps of each', 'python', 'a:\n  b\nc:\n    d', 4],
])('follows the indent of a text: %s', (_, language, text, size) => {
  expect(indentationOf(language, text)).toEqual({ usesTabs: false, size });
});

test.each([
  ['go', ''],
  ['go', 'package main\n\nfunc main() {\n}\n'],
  ['python', "def greet(name):\n\tprint('hi', name)\n"],
  ['javascript', '/**\n * a\n */\nfunction f() {\n\ta();\n\tb(\n\t  c,\n\t);\n}'],
  ['python', 'def f():\n\ta()\n\tb()\ndef g():\n    c()'],
])('uses tabs in %s for %j', (language, text) => {
  expect(indentationOf(language, text)).toEqual({ usesTabs: true, size: 4 });
});
