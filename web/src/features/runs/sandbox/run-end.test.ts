import type { RunTests } from '@cip/contracts/runs/run-tests';
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

test('fits the wire whatever a program makes of its tests', () => {
  const results: RunTests['results'] = [
    [0, `a\n\0${'x'.repeat(600)}`, 'failed', -5.5, 0, `\uDC00${'m'.repeat(600)}`],
    [1, '💡'.repeat(400), 'passed', 3e9, 2e9, ''],
  ];
  const tests = { passed: 1, failed: 1, skipped: 0, files: ['a.test.js', 'b.test.js'], results };
  const end = boundedEnd({ ...endWith('failed'), tests }, 0);
  expect(check.Errors(end)).toEqual([]);
  expect(end.tests?.results[1]).toEqual([1, '💡'.repeat(200), 'passed', 2_000_000, null, '']);
});

test('never cuts a character in half', () => {
  const end = boundedEnd({ ...endWith('failed'), tail: `💡${'t'.repeat(16_383)}` }, 0);
  expect(end.tail).toBe('t'.repeat(16_383));
});
