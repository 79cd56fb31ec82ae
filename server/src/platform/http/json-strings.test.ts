import { expect, test } from 'vitest';
import { hasTooManyStrings } from './json-strings.ts';

const keys = (count: number, ending = '') =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}${ending}`, 0])));

test('detects too many keys, also with escaped quotes', () => {
  expect(hasTooManyStrings(keys(1_000))).toBe(false);
  expect(hasTooManyStrings(keys(2_001))).toBe(true);
  // Only the opening quote of such a key does not follow a backslash.
  expect(hasTooManyStrings(keys(2_001, '\\'))).toBe(true);
  expect(hasTooManyStrings(JSON.stringify(Array(2_001).fill('')))).toBe(true);
});

test('accepts a full text of quotes, backslashes and key-like content', () => {
  for (const code of ['"', '\\', '\\"', '{"a":"b"},\n', '"":'])
    expect(hasTooManyStrings(JSON.stringify({ code: code.repeat(200_000 / code.length) }))).toBe(false);
});
