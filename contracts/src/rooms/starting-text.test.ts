import { expect, test } from 'vitest';
import { LANGUAGE_IDS } from './code-files.ts';
import { commentLine, DEFAULT_CODE, isStartingText, startingText } from './starting-text.ts';

test.each([
  ['sql', '-- Start coding here...'],
  ['python', '# Start coding here...'],
  ['javascript', '// Start coding here...'],
  ['lua', '-- Start coding here...'],
  ['ocaml', '(* Start coding here... *)'],
  ['html', '<!-- Start coding here... -->'],
  ['of a later release', '// Start coding here...'],
])('begins a document in %s with a comment', (language, text) => {
  expect(startingText(language)).toBe(text);
});

test.each(LANGUAGE_IDS)('recognizes its text in %s', (language) => {
  expect(isStartingText(startingText(language))).toBe(true);
});

test.each(['', `${DEFAULT_CODE}\n`, 'Start coding here...', '# Start'])('takes no other text for it: %j', (text) => {
  expect(isStartingText(text)).toBe(false);
});

test('writes any words as a comment', () => {
  expect(commentLine('ruby', 'Question 2')).toBe('# Question 2');
  expect(commentLine('css', 'Question 2')).toBe('/* Question 2 */');
});
