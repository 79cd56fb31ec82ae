import { expect, test } from 'vitest';
import { starterFilesProblem } from './starter-files.ts';
import { STARTER_FILES_CHARS_MAX, STARTER_FILES_MAX } from './starter-limits.ts';
import type { StarterFile } from './starters.ts';

const file = (name: string, code = ''): StarterFile => ({ name, code });
const starter = (files: StarterFile[], language = 'python') => ({ language, code: 'x', files });

test('accepts a project in folders, and each file in one language only', () => {
  const files = [file('shop/cart.py'), file('shop/__init__.py'), file('test_cart.py')];
  expect(starterFilesProblem([starter(files), starter(files, 'ruby')])).toBeNull();
  expect(starterFilesProblem([{ language: 'python', code: 'x'.repeat(20_000) }])).toBeNull();
});

test.each([
  ['no name', [file('')], 'A file needs a name.'],
  ['a name of the first file', [file('MAIN.py')], 'MAIN.py: There is main.py already.'],
  ['a name twice', [file('a.py'), file('A.py')], 'A.py: There is a.py already.'],
  ['a folder with the name of a file', [file('a'), file('a/b.py')], 'a/b.py: There is a already.'],
  [
    'a way out of the folder',
    [file('../a.py')],
    '../a.py: No part of the name may be empty or begin or end with a dot.',
  ],
  ['too many files', Array.from({ length: STARTER_FILES_MAX + 1 }, (_, n) => file(`${n}.py`)), /at most 10 files/],
  ['too much code', [file('a.py', 'x'.repeat(STARTER_FILES_CHARS_MAX))], /at most 60,000 characters/],
])('refuses %s', (_, files, problem) => {
  expect(starterFilesProblem([starter(files)])).toMatch(problem);
});

test('refuses projects that are too large together', () => {
  const half = [file('a', 'x'.repeat(50_000))];
  const four = ['python', 'ruby', 'lua', 'php'].map((language) => starter(half, language));
  expect(starterFilesProblem(four.slice(1))).toBeNull();
  expect(starterFilesProblem(four)).toMatch(/at most 200,000 characters together/);
});
