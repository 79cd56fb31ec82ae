import { expect, test } from 'vitest';
import { loadMonaco } from './monaco-in-node.ts';
import { keywordsOf } from './monaco-keywords.ts';

await loadMonaco();

test.each([
  ['javascript', 'instanceof'],
  ['python', 'lambda'],
  ['pgsql', 'SELECT'],
  ['rust', 'match'],
  ['cpp', 'namespace'],
])('knows the keywords of %s', async (language, keyword) => {
  expect(await keywordsOf(language)).toContain(keyword);
});

test('knows no keywords of plain text', async () => {
  expect(await keywordsOf('plaintext')).toEqual([]);
});
