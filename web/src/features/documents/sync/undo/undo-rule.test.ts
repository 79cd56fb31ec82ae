import { expect, test } from 'vitest';
import { beginsUndoStep, readEdit } from './undo-rule.ts';
import type { Edit, EditKind } from './undo-rule.ts';

/** Returns an edit at one offset; `kind` is the editor's report. */
const edit = (at: number, inserted: string, removed = 0, kind: EditKind | null = null, time = 0): Edit =>
  readEdit(
    [{ retain: at }, ...(inserted === '' ? [] : [{ insert: inserted }]), ...(removed ? [{ delete: removed }] : [])],
    time,
    kind,
  );
const typed = (step: string, caret: number): Edit => ({ ...edit(caret, 'x'), typed: step, caret });

test.each<[name: string, before: Edit | null, next: Edit, begins: boolean]>([
  ['the first edit', null, edit(0, 'a'), true],
  ['a letter behind the one before', edit(0, 'a'), edit(1, 'b'), false],
  ['a letter elsewhere', edit(0, 'a'), edit(5, 'b'), true],
  ['a space behind a word', typed('SELECT', 6), edit(6, ' '), true],
  ['a word behind its space', typed(' ', 7), edit(7, 'n'), false],
  ['a second space', typed(' ', 7), edit(7, ' '), false],
  ['a word behind two spaces', typed('  ', 8), edit(8, 'n'), true],
  ['a new line', typed('SELECT', 6), edit(6, '\n  '), true],
  ['a letter in a new line', edit(6, '\n  '), edit(9, 'n'), false],
  ['a letter between brackets that were opened together', edit(0, '()'), edit(1, 'a'), false],
  ['a letter in a line between brackets', edit(1, '\n  \n'), edit(4, 'a'), false],
  ['a closing bracket typed over the one there', typed('(a', 2), edit(2, ')', 1), false],
  ['a letter after 499 ms', edit(0, 'a'), edit(1, 'b', 0, null, 499), false],
  ['a letter after half a second', edit(0, 'a'), edit(1, 'b', 0, null, 500), true],
  ['a deletion behind typing', typed('abc', 3), edit(2, '', 1), true],
  ['typing behind a deletion', edit(2, '', 1), edit(2, 'a'), true],
  ['a second key back', edit(2, '', 1, 'backward'), edit(1, '', 1, 'backward'), false],
  ['a second key forward', edit(2, '', 1, 'forward'), edit(2, '', 1, 'forward'), false],
  ['a key forward behind one back', edit(2, '', 1, 'backward'), edit(2, '', 1, 'forward'), true],
  ['a key back elsewhere', edit(9, '', 1, 'backward'), edit(1, '', 1, 'backward'), true],
  ['a second deletion without a reported direction', edit(2, '', 1), edit(1, '', 1), false],
  ['a paste', typed('abc', 3), edit(3, 'many words'), true],
  ['a second paste', edit(3, 'many words'), edit(13, 'many words'), true],
  ['typing behind a paste', edit(3, 'many words'), edit(13, 'a'), true],
  ['a corrected word', typed('teh', 3), edit(0, 'the', 3), true],
  ['a replaced composition', typed('ni', 2), edit(0, '你', 2, 'typing'), false],
  ['an edit that the editor reports as a command', typed('a', 1), edit(1, 'b', 0, 'other'), true],
])('%s', (_name, before, next, begins) => {
  expect(beginsUndoStep(before, next)).toBe(begins);
});

test('treats equal changes at several cursors as one edit', () => {
  const same = readEdit([{ insert: 'a' }, { retain: 3 }, { insert: 'a' }], 0, null);
  const different = readEdit([{ insert: 'a' }, { retain: 3 }, { insert: 'bc' }], 0, null);
  expect([same.kind, different.kind]).toEqual(['typing', 'other']);
});
