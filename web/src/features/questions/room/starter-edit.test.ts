import { CODE_MAX } from '@cip/contracts/rooms/text-limits';
import { expect, test } from 'vitest';
import { endsWithStarter, starterAfterChange, starterEdit } from './starter-edit.ts';

const python = { language: 'python', code: 'def total():\n    pass\n' };
const sql = { language: 'sql', code: 'select 1;\n' };
const seedText = '-- Start coding here...';
const room = (text: string) => ({ text, starters: [python, sql] });

test.each([seedText, '', '\n  ', sql.code, python.code])('replaces the untouched document %j', (text) => {
  expect(starterEdit(room(text), python, 1)).toEqual({ from: 0, text: python.code });
});

test('appends a starter below a line to a typed text', () => {
  expect(starterEdit(room('x = 1'), python, 2)).toEqual({
    from: 5,
    text: `\n\n# -------------------- Question 2\n\n${python.code}`,
  });
  expect(starterEdit(room(`${seedText} x\n`), sql, 1)?.text).toMatch(/^\n-- -+ Question 1\n\nselect/);
});

test.each(['', seedText, sql.code, 'x = 1', 'x = 1\n'])('finds the starter added to %j until someone types', (text) => {
  const edit = starterEdit(room(text), python, 2);
  const whole = text.slice(0, edit?.from) + edit?.text;
  expect(endsWithStarter(text, python, 2)).toBe(false);
  expect(endsWithStarter(whole, python, 2)).toBe(true);
  expect(endsWithStarter(`${whole}x`, python, 2)).toBe(false);
  expect(endsWithStarter(whole, sql, 3)).toBe(false);
});

test('refuses a starter if the text would be too long', () => {
  expect(starterEdit(room('x'.repeat(CODE_MAX - 10)), python, 1)).toBeNull();
});

test("offers the other language's starter only for an untouched starter", () => {
  const starters = [python, sql];
  const languages = { from: 'python', to: 'sql' };
  expect(starterAfterChange(python.code, starters, languages)).toBe(sql);
  expect(starterAfterChange(`${python.code} `, starters, languages)).toBeNull();
  expect(starterAfterChange(python.code, starters, { from: 'python', to: 'ruby' })).toBeNull();
  expect(starterAfterChange(sql.code, starters, languages)).toBeNull();
});

test('leaves a project as it is when the language changes, and brings none', () => {
  const starters = [{ ...python, files: [{ name: 'a.py', code: '' }] }, sql];
  expect(starterAfterChange(python.code, starters, { from: 'python', to: 'sql' })).toBeNull();
  expect(starterAfterChange(sql.code, starters, { from: 'sql', to: 'python' })).toBeNull();
});
