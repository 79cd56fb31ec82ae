import { expect, test } from 'vitest';
import { foldText } from './fold-text.ts';

test.each([
  ['Amélie Laurent', 'amelie laurent'],
  ['Ame\u0301lie', 'amelie'],
  ['Dvořák, Łukasz', 'dvorak, lukasz'],
  ['Bjørn O’Neill', "bjorn o'neill"],
  ['İpek', 'ipek'],
  ['陳大文 Петров', '陳大文 петров'],
])('folds %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});
