import { expect, test } from 'vitest';
import { threadTime } from '../../../testing/thread-time.ts';
import { codeTokens, tokensBetween } from './code-tokens.ts';

const kinds = (code: string, language: string) =>
  codeTokens(code, language).flatMap(({ text, kind }) => (kind === null ? [] : [`${kind} ${text}`]));

test.each([
  [
    'python',
    'def f(): # x\n  return "a#b" + 12',
    ['keyword def', 'comment # x', 'keyword return', 'string "a#b"', 'number 12'],
  ],
  ['sql', "SELECT 'it' -- why\nfrom t1", ['keyword SELECT', "string 'it'", 'comment -- why', 'keyword from']],
  [
    'javascript',
    'let a = `x\ny`; /* b\nc */ // d',
    ['keyword let', 'string `x\ny`', 'comment /* b\nc */', 'comment // d'],
  ],
  ['lua', 'local x = 1 -- y', ['keyword local', 'number 1', 'comment -- y']],
  ['python', 'end = 1', ['number 1']],
  ['python', '"""open', ['string """open']],
])('colors %s', (language, code, expected) => {
  expect(kinds(code, language)).toEqual(expected);
});

test('has every character of any text in its tokens', () => {
  const hostile = ['"', "'", '`', '/*', '"""', '\\', '</script>', 'if', ' ', '\n', '#', '1.', 'é😀'];
  for (let seed = 1; seed < 200; seed++) {
    const code = Array.from({ length: 60 }, (_, n) => hostile[(seed * (n + 7) * 31 + n) % hostile.length]).join('');
    for (const language of ['python', 'sql', 'c++', 'clojure', 'unknown'])
      expect(
        codeTokens(code, language)
          .map(({ text }) => text)
          .join(''),
      ).toBe(code);
  }
});

test('colors hostile text in linear time', { tags: ['long'] }, () => {
  const started = threadTime();
  for (const part of ['/*', '"', '`', '"""', "'''", '\\"', '/* " ', '„', '‘„', 'if\u00a0'])
    codeTokens(part.repeat(30_000 / part.length), 'javascript');
  expect(threadTime() - started).toBeLessThan(1_000);
});

test('divides tokens at any place', () => {
  const tokens = codeTokens('let a = 10;', 'javascript');
  expect(tokensBetween(tokens, 1, 9)).toEqual([
    { text: 'et', kind: 'keyword' },
    { text: ' a = ', kind: null },
    { text: '1', kind: 'number' },
  ]);
  expect(tokensBetween(tokens, 11, 11)).toEqual([]);
});
