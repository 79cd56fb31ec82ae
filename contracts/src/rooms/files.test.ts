import { expect, test } from 'vitest';
import { fileNameProblem } from './file-names.ts';
import { firstFileName, takenName } from './files.ts';

test.each(['main.py', 'src/app/App.test.tsx', 'a/b/c/d.txt', 'Makefile', 'x'.repeat(80), '_-.9', 'lib/_priv-ate.h'])(
  'lets a file be named %s',
  (name) => expect(fileNameProblem(name)).toBeNull(),
);

test.each([
  '',
  '/a',
  'a//b',
  'a/',
  '.env',
  'a/.git/b',
  '..',
  'a/../b',
  '-',
  '-a.py',
  'src/-rf/b',
  'a.',
  'a./b',
  'a/b/c/d/e',
  'x'.repeat(81),
  'a b',
  'ä.py',
  'a\\b',
  'a:b',
  'con',
  'NUL.txt',
  'src/com1.py',
  '\u202Eyp.exe',
])('refuses the name %j', (name) => expect(fileNameProblem(name)).toMatch(/\.$/));

test('finds the file or folder that has a name', () => {
  expect(takenName('Main.PY', ['main.py'])).toBe('main.py');
  expect(takenName('src', ['src/a.py'])).toBe('src/a.py');
  expect(takenName('src/a.py/b', ['src/a.py'])).toBe('src/a.py');
  expect(takenName('src2', ['src/a.py'])).toBeNull();
});

test('names the first file after the language, past other files', () => {
  expect(firstFileName('python', [])).toBe('main.py');
  expect(firstFileName('python', ['Main.py', 'main-2.py'])).toBe('main-3.py');
});
