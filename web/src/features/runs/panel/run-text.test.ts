import { expect, test } from 'vitest';
import { endWith } from '../sandbox/run-end.ts';
import { endText } from './run-text.ts';

test('says that a program probably had too little memory', () => {
  expect(endText({ runner: null, end: endWith('crashed') }, 'Python')).toBe('Crashed, probably out of memory');
});
