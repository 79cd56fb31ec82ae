import { expect, test } from 'vitest';
import { deathOf } from './death.ts';

test.each([
  ['Maximum call stack size exceeded', 'The recursion is too deep: the stack is full.'],
  ['too much recursion', 'The recursion is too deep: the stack is full.'],
  ['divide by zero', 'Division by zero.'],
  ["Division by zero (evaluating 'e.exports._start()')", 'Division by zero.'],
  ['index out of bounds', 'The program used memory that is not its own.'],
  ["Out of bounds memory access (evaluating 'e.exports._start()')", 'The program used memory that is not its own.'],
  ['unreachable executed', 'The program aborted.'],
  ["Unreachable code should not be executed (evaluating 'e.exports._start()')", 'The program aborted.'],
  ['another end', 'another end'],
])('calls %j by its own words', (message, words) => {
  expect(deathOf(new Error(message), '', { name: 'main.c', content: '' })).toEqual({
    name: 'Aborted',
    message: words,
    line: null,
    column: null,
  });
});
