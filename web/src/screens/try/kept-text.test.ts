import { expect, test } from 'vitest';
import { FIRST_TEXT, forgetKept, readKept, sampleInPlaceOf, storeKept } from './kept-text.ts';

test('replaces an unchanged sample by the next language’s', () => {
  const python = sampleInPlaceOf(FIRST_TEXT, 'python');
  expect(python).toBe("print('Hello')\n");
  expect(sampleInPlaceOf({ language: 'python', code: python ?? '' }, 'javascript')).toBe(FIRST_TEXT.code);
});

test.each([
  ['a text that someone changed', { ...FIRST_TEXT, code: `${FIRST_TEXT.code}// mine` }, 'python'],
  ['a sample where the next language has none', FIRST_TEXT, 'kotlin'],
])('leaves %s', (_, text, next) => expect(sampleInPlaceOf(text, next)).toBeNull());

test('keeps nothing in a browser without storage', () => {
  storeKept({ ...FIRST_TEXT, code: 'mine' });
  expect(readKept()).toEqual(FIRST_TEXT);
  expect(forgetKept).not.toThrow();
});
