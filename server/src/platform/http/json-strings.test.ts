import { expect, test } from 'vitest';
import { hasTooManyStrings } from './json-strings.ts';

const keys = (count: number, ending = '') =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}${ending}`, 0])));

test('finds too many keys, however they end', () => {
  expect(hasTooManyStrings(keys(1_000))).toBe(false);
  expect(hasTooManyStrings(keys(2_001))).toBe(true);
  // Only the opening quote of such a key is not after a backslash.
  expect(hasTooManyStrings(keys(2_001, '\\'))).toBe(true);
  expect(hasTooManyStrings(JSON.stringify(Array(2_001).fill('')))).toBe(true);
});

test('takes a full text of quotes, backslashes and what looks like keys', () => {
  for (const code of ['"', '\\', '\\"', '{"a":"b"},\n', '"":'])
    expect(hasTooManyStrings(JSON.stringify({ code: code.repeat(200_000 / code.length) }))).toBe(false);
});
