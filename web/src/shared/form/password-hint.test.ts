import { expect, test } from 'vitest';
import { passwordHint } from './password-hint.ts';

test.each([
  ['', 'At least 6 characters. Longer is stronger.'],
  ['abc', '3 more characters'],
  ['Password123', 'Too common and easy to guess.'],
  ['P@ssword1', 'Fair.'],
  ['qwertz1A', 'Too common and easy to guess.'],
  ['aaaaaaB1', 'Too common and easy to guess.'],
  ['tigerlily', 'Easy to guess. Add a few words.'],
  ['correct horse battery', 'Strong.'],
  ['my password is a long one', 'Strong.'],
])('rates the password %j as: %s', (password, hint) => {
  expect(passwordHint(password)).toBe(hint);
});
