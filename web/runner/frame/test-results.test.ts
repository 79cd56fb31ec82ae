import { expect, test } from 'vitest';
import type { TestReport } from '../messages.ts';
import { TestResults } from './test-results.ts';

const aTest = (changes: Partial<TestReport> = {}): TestReport => ({
  file: 'shop.test.js',
  names: ['Shop', 'adds'],
  state: 'passed',
  ms: 3,
  line: 4,
  message: '',
  ...changes,
});

function collect(reports: TestReport[], reason: Parameters<TestResults['end']>[0] = 'finished') {
  const results = new TestResults();
  for (const report of reports) results.add(report);
  return results.end(reason);
}

test('counts tests, and names each file once', () => {
  const other: TestReport = { file: 'lib/tax.test.js', names: [], state: 'failed', ms: 3, line: null, message: 'no' };
  expect(collect([aTest(), other, aTest({ state: 'skipped' })])).toEqual({
    passed: 1,
    failed: 1,
    skipped: 1,
    files: ['shop.test.js', 'lib/tax.test.js'],
    results: [
      [0, 'Shop\nadds', 'passed', 3, 4, ''],
      [1, '', 'failed', 3, null, 'no'],
      [0, 'Shop\nadds', 'skipped', 3, 4, ''],
    ],
  });
});

test.each<[Parameters<TestResults['end']>[0], number]>([
  ['time_limit', 1],
  ['crashed', 1],
  ['failed', 1],
  ['stopped', 0],
])('says of a run that ended as %s which test did not end', (reason, failed) => {
  const { results, ...counts } = collect([aTest(), aTest({ names: ['endless'], state: 'running' })], reason);
  expect(counts).toMatchObject({ passed: 1, failed });
  expect(results.slice(1)).toEqual(failed ? [[0, 'endless', 'failed', 3, 4, 'It did not end.']] : []);
});

test('counts 300 tests, and keeps 200 of them with all that failed', () => {
  const { results, ...counts } = collect(
    Array.from({ length: 300 }, (_, nth) =>
      aTest({ names: [`${nth}`], state: nth % 100 === 99 ? 'failed' : 'passed' }),
    ),
  );
  expect(counts).toMatchObject({ passed: 297, failed: 3 });
  expect(results).toHaveLength(200);
  expect(results.filter(([, , state]) => state === 'failed').map(([, name]) => name)).toEqual(['99', '199', '299']);
  expect(collect(Array.from({ length: 300 }, () => aTest({ state: 'failed' }))).results).toHaveLength(200);
});

test('leaves out the results of more files than a room has', () => {
  const { files, results, passed } = collect(Array.from({ length: 30 }, (_, nth) => aTest({ file: `${nth}.test.js` })));
  expect([files.length, results.length, passed]).toEqual([20, 20, 30]);
});
