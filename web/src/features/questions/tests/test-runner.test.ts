import type { RunEnd } from '@cip/contracts/runs/runs';
import { expect, test, vi } from 'vitest';
import type { ExecuteTest } from './test-execution.ts';
import { countPassed, progressText, TestRunner } from './test-runner.ts';
import type { TestedQuestion } from './test-runner.ts';

type Written = Omit<Awaited<ReturnType<ExecuteTest>>, 'end'>;
const wrote = (out: string): Written => ({ out, table: null });
const anEnd = (changes: Partial<RunEnd> = {}): RunEnd => ({
  reason: 'finished',
  exitCode: 0,
  ms: 10,
  omitted: 0,
  tail: '',
  error: null,
  needsInput: false,
  ...changes,
});
const aTest = (changes: object = {}) => ({
  name: 'One',
  input: '1',
  expected: '1',
  is_query: false,
  is_ordered: false,
  is_numeric: false,
  is_hidden: false,
  ...changes,
});
const question = (...tests: TestedQuestion['tests']): TestedQuestion => ({ id: 'question-1', tests });
const origin = { hash: '', replaces: undefined, lacks: '' };

/** Runs tests with `execute` as the program. */
async function run(
  of: TestedQuestion,
  execute: ExecuteTest,
  { language = 'python', signal = AbortSignal.any([]) } = {},
) {
  const runner = new TestRunner();
  const results = await runner.run(of, { language, code: 'code', dataSet: null, origin, execute, signal });
  return { runner, results };
}

test('runs shown and hidden tests one after another, each with its input', async () => {
  const execute = vi.fn<ExecuteTest>(async ({ stdin }) => ({ ...wrote(`${stdin}\r\n`), end: anEnd() }));
  const tests = [aTest({ input: '2', expected: '2', is_hidden: true }), aTest(), aTest({ input: '3' })];

  const { runner, results } = await run(question(...tests), execute);

  expect(execute.mock.calls.map(([program]) => [program.stdin, program.limitMs])).toEqual([
    ['1', 5_000],
    ['3', 5_000],
    ['2', 5_000],
  ]);
  expect(results?.shown.map(({ outcome }) => outcome)).toEqual(['passed', 'failed']);
  expect(results?.hidden).toEqual([{ outcome: 'passed', output: '2\r\n', error: '' }]);
  expect(countPassed(results?.shown ?? [])).toEqual({ passed: 1, total: 2 });
  expect(runner.store.get()).toEqual(results);
});

test('runs the query of a test behind the candidate’s SQL and compares its rows', async () => {
  const execute = vi.fn<ExecuteTest>(async () => ({
    out: 'INSERT 0 1',
    table: { columns: ['a', 'b'], rows: [['1', null]], total: 1 },
    end: anEnd(),
  }));
  const query = aTest({ is_query: true, input: 'select * from t', expected: '1 | NULL' });

  const { results } = await run(question(query, aTest()), execute, { language: 'sql' });

  expect(execute.mock.calls.map(([program]) => program.code)).toEqual(['code\n;\nselect * from t']);
  expect(results?.shown).toEqual([
    { outcome: 'passed', output: '1|NULL', error: '' },
    { outcome: 'not_run', output: '', error: 'This test is for programs.' },
  ]);
});

test('shows errors, time limits and crashes, and shortens long output', async () => {
  const error = { name: 'NameError', message: 'x is not defined', line: 3, column: null };
  const ends = [
    anEnd({ reason: 'failed', error }),
    anEnd({ reason: 'time_limit', ms: 5_000 }),
    anEnd({ reason: 'crashed' }),
    anEnd({ reason: 'failed', exitCode: 2 }),
  ];
  const execute: ExecuteTest = async () => ({ ...wrote('x'.repeat(5_000)), end: ends.shift() ?? anEnd() });

  const { results } = await run(question(aTest(), aTest(), aTest(), aTest(), aTest()), execute);

  expect(results?.shown.map((report) => [report.outcome, report.error])).toEqual([
    ['error', 'NameError: x is not defined (line 3)'],
    ['time_limit', 'It ran longer than 5 s.'],
    ['error', 'It crashed, probably out of memory.'],
    ['error', 'It exited with code 2.'],
    ['failed', ''],
  ]);
  expect(results?.shown.every(({ output }) => output.length === 2_000)).toBe(true);
});

test('executes for at most 30 seconds in all', async () => {
  const execute = vi.fn<ExecuteTest>(async ({ limitMs }) => ({
    ...wrote(''),
    end: anEnd({ reason: 'time_limit', ms: Math.min(limitMs, 4_500) }),
  }));

  const { results } = await run(question(...Array.from({ length: 9 }, () => aTest())), execute);

  expect(execute.mock.calls.map(([{ limitMs }]) => limitMs)).toEqual([
    ...Array.from({ length: 6 }, () => 5_000),
    3_000,
  ]);
  expect(results?.shown.at(-1)).toMatchObject({ outcome: 'not_run', error: 'All tests together may run for 30 s.' });
});

test('stops the tests if a run takes the sandbox', async () => {
  const taken = new AbortController();
  const execute = vi.fn<ExecuteTest>(async () => {
    taken.abort();
    return { ...wrote(''), end: anEnd({ reason: 'stopped' }) };
  });

  const { runner, results } = await run(question(aTest(), aTest()), execute, { signal: taken.signal });

  expect(results).toBeNull();
  expect(execute).toHaveBeenCalledTimes(1);
  expect(runner.store.get()).toMatchObject({ isRunning: false, isStopped: true, shown: [] });
});

test('keeps the results of the tests that ended before a stop, and no others', async () => {
  const runner = new TestRunner();
  const execute = vi.fn<ExecuteTest>(async ({ stdin }) => {
    if (stdin === '2') runner.stop();
    return { ...wrote('1'), end: anEnd(stdin === '2' ? { reason: 'stopped' } : {}) };
  });
  const tests = [aTest(), aTest({ input: '2' }), aTest({ is_query: true }), aTest({ is_hidden: true })];
  const { signal } = new AbortController();
  const tested = { language: 'python', code: '', dataSet: null, origin, execute, signal };

  expect(await runner.run(question(...tests), tested)).toBeNull();

  expect(runner.store.get()).toMatchObject({ isRunning: false, isStopped: true, hidden: [] });
  expect(runner.store.get()?.shown).toEqual([{ outcome: 'passed', output: '1', error: '' }]);
  expect(progressText({ isRunning: false, isStopped: true }, 1, 4)).toBe('Stopped after 1 of 4 tests.');
});

test('ignores the second half of a double click that starts the tests', async () => {
  const runner = new TestRunner();
  const running = Promise.withResolvers<void>();
  const execute: ExecuteTest = async () => {
    await running.promise;
    return { ...wrote('1'), end: anEnd() };
  };
  const { signal } = new AbortController();
  const done = runner.run(question(aTest()), { language: 'python', code: '', dataSet: null, origin, execute, signal });
  runner.pressStop();
  expect(runner.store.get()).toMatchObject({ isRunning: true });
  vi.spyOn(performance, 'now').mockReturnValue(Infinity);
  runner.pressStop();
  expect(runner.store.get()).toMatchObject({ isRunning: false });
  running.resolve();
  expect(await done).toBeNull();
});
