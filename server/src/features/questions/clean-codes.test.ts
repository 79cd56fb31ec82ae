import { expect, test } from 'vitest';
import { cleanFiles, cleanStarters } from './clean-codes.ts';

test('gives codes LF as their line end and takes control characters out, and nothing else', () => {
  const hidden = { name: 'b', code: '\tb\r', is_hidden: true };
  expect(cleanFiles([{ name: 'a', code: 'a\r\nb\f\u001b' }, hidden])).toEqual([
    { name: 'a', code: 'a\nb' },
    { ...hidden, code: '\tb\n' },
  ]);
  const starters = [
    { language: 'go', code: 'x\r\n' },
    { language: 'c', code: '', files: [hidden] },
  ];
  expect(cleanStarters(starters)).toEqual([
    { language: 'go', code: 'x\n' },
    { language: 'c', code: '', files: [{ ...hidden, code: '\tb\n' }] },
  ]);
});
