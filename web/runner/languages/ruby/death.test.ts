import { expect, test } from 'vitest';
import { deathOf, DYING } from './death.ts';

const CALLS = `${DYING} -----------------------------------------------
c:1141 p:0010 s:5330 e:005326 BLOCK  main.rb:2 [FINISH]
c:1140 p:---- s:5323 e:005322 CFUNC  :map
`;
const TOO_DEEP = { name: 'SystemStackError', message: 'This recursion is too deep for this browser.', column: null };

test.each(['Maximum call stack size exceeded', 'unreachable executed', 'Unreachable code should not be executed'])(
  'names a recursion that ended Ruby with %j, and its line',
  (message) => {
    expect(deathOf(new Error(message), CALLS)).toEqual({ ...TOO_DEEP, line: 2 });
  },
);

test('names a recursion without calls', () => {
  expect(deathOf(new Error('too much recursion'), '')).toEqual({ ...TOO_DEEP, line: null });
});

test('keeps another error', () => {
  const calls = `${DYING} --\nc:0003 p:0010 s:0330 e:000326 TOP  main.rb:4 [FINISH]\n`;
  expect(deathOf(new Error('unreachable'), calls)).toMatchObject({ name: 'Error', message: 'unreachable', line: 4 });
});
