import { expect, test } from 'vitest';
import { indentSize } from './indent-size.ts';

test.each([
  ['python', 4],
  ['java', 4],
  ['c#', 4],
  ['sql', 2],
  ['javascript', 2],
  ['of a later release', 2],
])('indents an empty text in %s by %i', (language, size) => {
  expect(indentSize(language, '')).toBe(size);
});

test.each([
  ['a text with two spaces', 'python', 'def f():\n  if x:\n    return 1\n\n  return 2', 2],
  ['a text with four spaces', 'javascript', 'function f() {\n    return 1;\n}', 4],
  ['blank lines inside of a block', 'javascript', 'a {\n    b {\n\n        c\n    }\n}', 4],
  ['a comment that is aligned by one space', 'javascript', '/*\n * a\n */\nf();', 2],
  ['as many steps of each', 'python', 'a:\n  b\nc:\n    d', 4],
])('follows the indent of a text: %s', (_, language, text, size) => {
  expect(indentSize(language, text)).toBe(size);
});
