import { compareResult, testProgram } from '@cip/contracts/questions/question-results';
import type { RunEnd } from '@cip/contracts/runs/runs';
import type * as contract from '@cip/contracts/questions/test-reports';
import { rowsText, TEST_OUTPUT_MAX } from './test-execution.ts';
import type { ExecuteTest, Test, TestedCode, TestExecution } from './test-execution.ts';

// Copies, because the contract's values would bring its schemas. Their types hold them equal.
const TEST_LIMIT_MS: typeof contract.TEST_LIMIT_MS = 5_000;
const TESTS_LIMIT_MS: typeof contract.TESTS_LIMIT_MS = 30_000;

type TestReport = contract.TestReport;

/** Languages whose programs are SQL. */
const SQL: ReadonlySet<string> = new Set(['sql', 'postgresql', 'sqlite']);

/**
 * Runs tests one after another, and returns the report of each when it ends; if they are stopped, of the tests that
 * ended before. Together they execute for at most 30 s.
 */
export async function* runTests(
  tests: readonly Test[],
  tested: TestedCode,
  execute: ExecuteTest,
  signal: AbortSignal,
): AsyncGenerator<TestReport> {
  let leftMs: number = TESTS_LIMIT_MS;
  for (const [place, test] of tests.entries()) {
    if (signal.aborted) return;
    if (SQL.has(tested.language) !== test.is_query) {
      yield notRun(test.is_query ? 'This test is for SQL.' : 'This test is for programs.');
      continue;
    }
    if (leftMs <= 0) {
      yield notRun(`All tests together may run for ${TESTS_LIMIT_MS / 1_000} s.`);
      continue;
    }
    const limitMs = Math.min(TEST_LIMIT_MS, leftMs);
    const execution = await execute({ ...tested, ...testProgram(test, tested.code), test: place, limitMs }, signal);
    if (signal.aborted) return;
    leftMs -= execution.end.ms;
    yield reportOf(test, execution, limitMs);
  }
}

function notRun(error: string): TestReport {
  return { outcome: 'not_run', output: '', error };
}

function reportOf(test: Test, { out, table, end }: TestExecution, limitMs: number): TestReport {
  const output = shorten(test.is_query ? (table ? rowsText(table) : '') : out);
  const report = (outcome: TestReport['outcome'], error = '') => ({ outcome, output, error: shorten(error) });
  switch (end.reason) {
    case 'finished':
      return report(compareResult(test, test.is_query ? table : out).passes ? 'passed' : 'failed');
    case 'time_limit':
      return report('time_limit', `It ran longer than ${Math.max(1, Math.round(limitMs / 1_000))} s.`);
    case 'failed':
      return report('error', errorText(end));
    case 'crashed':
      return report('error', 'It crashed, probably out of memory.');
    case 'not_loaded':
      return report('not_run', end.error?.message ?? 'The language could not be loaded.');
    // Does not happen, because tests have their whole input.
    case 'no_input':
    case 'stopped':
    case 'lost':
    case 'no_device':
    case 'interview_ended':
      return report('not_run');
  }
}

function errorText({ error, exitCode }: RunEnd): string {
  if (!error) return `It exited with code ${exitCode ?? 1}.`;
  const text = error.message.startsWith(error.name) ? error.message : `${error.name}: ${error.message}`;
  return error.line === null ? text : `${text} (line ${error.line})`;
}

/** Returns the text within the bounds of a report. */
function shorten(text: string): string {
  return text.length <= TEST_OUTPUT_MAX ? text : text.slice(0, TEST_OUTPUT_MAX).toWellFormed();
}
