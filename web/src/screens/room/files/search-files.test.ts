import { expect, test } from 'vitest';
import { LINES_MAX, searchFiles } from './search-files.ts';

const file = (content: string, name = 'main.py', root = 'code') => ({ root, name, content });
const shown = (content: string, text: string, isCaseExact = false) =>
  searchFiles([file(content)], text, isCaseExact).flatMap(({ lines }) =>
    lines.map(({ line, column, parts }) => [
      line,
      column,
      parts.map((part) => (part.isFound ? `[${part.text}]` : part.text)).join(''),
    ]),
  );

test('finds each line with the text in every file, in the order of the files', () => {
  const files = [file('a\nprice = 1\n'), file('nothing', 'b.py', 'code2'), file('PRICE', 'c.py', 'code3')];
  expect(searchFiles(files, 'price', false).map(({ name, lines }) => [name, lines.length])).toEqual([
    ['main.py', 1],
    ['c.py', 1],
  ]);
  expect(searchFiles(files, 'price', true).map(({ name }) => name)).toEqual(['main.py']);
  expect(searchFiles(files, '', false)).toEqual([]);
});

test.each([
  [
    '  x = x + 1\r\ny\nX',
    'x',
    [
      [1, 3, '[x] = [x] + 1'],
      [3, 1, '[X]'],
    ],
  ],
  ['f(a)\nfa', 'f(a)', [[1, 1, '[f(a)]']]],
  ['a.b\nacb', '.', [[1, 2, 'a[.]b']]],
  [String.raw`\d+ $& [^x]`, String.raw`\d+ $& [^x]`, [[1, 1, String.raw`[\d+ $& [^x]]`]]],
  ['İstanbul ist', 'IST', [[1, 10, 'İstanbul [ist]']]],
  ['    ', '  ', [[1, 1, '[  ][  ]']]],
])('finds plain text in %j: %j', (content, text, lines) => {
  expect(shown(content, text)).toEqual(lines);
});

test('shows the part of a long line around the text', () => {
  const [[line, column, text] = []] = shown(`${'a'.repeat(1_000)}here${'b'.repeat(1_000)}`, 'here');
  expect([line, column]).toEqual([1, 1_001]);
  expect(text).toBe(`${'a'.repeat(40)}[here]${'b'.repeat(156)}`);
});

test('stops at the most lines, over all files', () => {
  const many = 'x\n'.repeat(LINES_MAX - 1);
  const found = searchFiles([file(many), file('x\nx\nx', 'b.py', 'code2')], 'x', false);
  expect(found.map(({ lines }) => lines.length)).toEqual([LINES_MAX - 1, 1]);
});

test('marks only some places of a line that is full of them', () => {
  const [file] = searchFiles([{ root: 'code', name: 'a.txt', content: 'a'.repeat(100_000) }], 'a', false);
  const parts = file?.lines[0]?.parts ?? [];
  expect(parts.length).toBeLessThanOrEqual(50);
  expect(parts.map(({ text }) => text).join('')).toBe('a'.repeat(200));
});
