import { expect, test } from 'vitest';
import { passwordHint } from './password-hint.ts';

test.each([
  ['', 'At least 6 characters; longer is better than complicated.'],
  ['abc', '3 more to go.'],
  ['Password123', 'Too common: it is among the first that are tried.'],
  ['P@ssword1', 'Fair.'],
  ['qwertz1A', 'Too common: it is among the first that are tried.'],
  ['aaaaaaB1', 'Too common: it is among the first that are tried.'],
  ['tigerlily', 'Easy to guess: add a few words.'],
  ['correct horse battery', 'Strong.'],
  ['my password is a long one', 'Strong.'],
])('rates the password %j as: %s', (password, hint) => {
  expect(passwordHint(password)).toBe(hint);
});
