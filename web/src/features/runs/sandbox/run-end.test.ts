import { RunEnd } from '@cip/contracts/runs/runs';
import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';
import { boundedEnd, endWith } from './run-end.ts';

const check = Compile(RunEnd);

test('fits the wire whatever a program makes of its error', () => {
  const error = {
    name: `Bad\nname\u202e${'x'.repeat(200)}`,
    message: `\0${'m'.repeat(5_000)}\uDC00`,
    line: -1,
    column: 2e9,
  };
  const end = boundedEnd({ ...endWith('failed'), error, tail: `💡${'t'.repeat(20_000)}`, ms: 3e9 }, 7);
  expect(check.Errors(end)).toEqual([]);
  expect(end).toMatchObject({ omitted: 7, error: { line: null, column: null } });
  expect(end.error?.name).toMatch(/^Badnamex+$/);
});

test('never cuts a character in half', () => {
  const end = boundedEnd({ ...endWith('failed'), tail: `💡${'t'.repeat(16_383)}` }, 0);
  expect(end.tail).toBe('t'.repeat(16_383));
});
