import type { TestResult } from '@cip/contracts/questions/question-results';
import type { QuestionTest } from '@cip/contracts/questions/questions';
import type * as contract from '@cip/contracts/questions/test-reports';
import type { ResultTable, RunEnd, RunFile } from '@cip/contracts/runs/runs';

/** A test without the field that candidates do not get to know. */
export type Test = Omit<QuestionTest, 'is_hidden'>;

/** The code that is tested. */
export interface TestedCode {
  language: string;
  /** The text of the first file. */
  code: string;
  /** All files of the code, the first with its text; absent if there is one. */
  files?: RunFile[] | undefined;
  /** SQL that is executed in an empty database before each test. */
  dataSet: string | null;
}

/** A program that a test executes. */
export interface TestProgram extends TestedCode {
  /** Its place among the tests of the question, of which hidden ones are the last. */
  test: number;
  stdin: string;
  /** Longest execution without loading (ms). */
  limitMs: number;
}

/** The output of a program, and how it ended. */
export interface TestExecution {
  out: string;
  /** The last result of SQL. */
  table: ResultTable | null;
  end: RunEnd;
}

/**
 * Executes a program in this browser, isolated from the page, or on the engine. If it is aborted, it ends as `stopped`.
 */
export type ExecuteTest = (program: TestProgram, signal: AbortSignal) => Promise<TestExecution>;

// A copy, because the contract's value would bring its schemas. Its type holds it equal.
export const TEST_OUTPUT_MAX: typeof contract.TEST_OUTPUT_MAX = 2_000;

const NO_VALUE = 'NULL';

/** Writes a result in the format of expected rows: a row a line, `|` between cells. */
export function rowsText({ rows }: ResultTable): string {
  return rows.map((cells) => cells.map((cell) => cell ?? NO_VALUE).join('|')).join('\n');
}

/** Reads the output of a report as the result with which a test is compared. */
export function resultOf({ is_query: isQuery }: Pick<Test, 'is_query'>, output: string): TestResult {
  if (!isQuery) return output;
  const rows = output === '' ? [] : output.split('\n').map((line) => line.split('|'));
  return { columns: [], rows, total: rows.length };
}
