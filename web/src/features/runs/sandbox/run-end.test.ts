import { RUN_TESTS_CHARS_MAX } from '@cip/contracts/runs/run-limits';
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

test('leaves out the results whose text is too much together, those that failed last', () => {
  const result = (name: number, state: 'passed' | 'failed'): RunTests['results'][number] => [
    0,
    `${name}`.padStart(400),
    state,
    0,
    1,
    'm'.repeat(500),
  ];
  const results = Array.from({ length: 200 }, (_, index) => result(index, index % 4 === 3 ? 'failed' : 'passed'));
  const { tests } = boundedEnd(
    { ...endWith('failed'), tests: { passed: 150, failed: 50, skipped: 0, files: ['a.test.js'], results } },
    0,
  );
  const kept = tests?.results ?? [];
  expect(kept).toHaveLength(Math.floor(RUN_TESTS_CHARS_MAX / 900));
  expect(kept.filter(([, , state]) => state === 'failed')).toEqual(results.filter(([, , state]) => state === 'failed'));
  expect(kept).toEqual(results.filter((each) => kept.some(([, path]) => path === each[1])));
  expect(tests).toMatchObject({ passed: 150, failed: 50 });
});

test('never cuts a character in half', () => {
  const end = boundedEnd({ ...endWith('failed'), tail: `💡${'t'.repeat(16_383)}` }, 0);
  expect(end.tail).toBe('t'.repeat(16_383));
});
