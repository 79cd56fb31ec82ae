import { expect, test } from 'vitest';
import { hasTooManyParts } from './json-parts.ts';

const keys = (count: number, ending = '') =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}${ending}`, 0])));

test('detects too many keys, also with escaped quotes', () => {
  expect(hasTooManyParts(keys(1_000))).toBe(false);
  expect(hasTooManyParts(keys(2_001))).toBe(true);
  expect(hasTooManyParts(keys(2_001, '\\'))).toBe(true);
  expect(hasTooManyParts(JSON.stringify(Array(2_001).fill('')))).toBe(true);
});

test('detects nesting and lists without strings', () => {
  expect(hasTooManyParts('['.repeat(5_001))).toBe(true);
  expect(hasTooManyParts('{"a":'.repeat(5_001))).toBe(true);
  expect(hasTooManyParts(JSON.stringify(Array(5_001).fill(1)))).toBe(true);
  expect(hasTooManyParts(JSON.stringify(Array(4_000).fill(1)))).toBe(false);
});

test('accepts a full text of quotes, backslashes and key-like content', () => {
  for (const code of ['"', '\\', '\\"', '{"a":"b"},\n', '"":', '[[{,', '\\\\'])
    expect(hasTooManyParts(JSON.stringify({ code: code.repeat(200_000 / code.length) }))).toBe(false);
});
