import { compareResult } from '@cip/contracts/questions/question-results';
import type { TestDifference } from '@cip/contracts/questions/question-results';
import { resultOf, TEST_OUTPUT_MAX } from './test-execution.ts';
import type { Test } from './test-execution.ts';

const LINE_END = /\r\n|\r|\n/;

/** How an output differs. */
interface ShownDifference {
  /** Null if the compared lines are as expected. */
  difference: TestDifference | null;
  /** How many lines of a shortened output are compared; null if the output is whole. */
  first: number | null;
}

/** Returns whether a report has only the start of an output. */
export function isShortened(output: string): boolean {
  return output.length >= TEST_OUTPUT_MAX;
}

/** Returns how the output of a failed test differs. Nothing is called missing that the rest of the output may have. */
export function shownDifference(test: Test, output: string): ShownDifference {
  if (!isShortened(output)) return { difference: compare(test, test.expected, output), first: null };
  // Any row may be in the rest.
  if (test.is_query && !test.is_ordered) return { difference: null, first: 0 };
  // The last line may be a part of one.
  const lines = output.split(LINE_END).slice(0, -1);
  const first = lines.length;
  const expected = test.expected.split(LINE_END).filter((line) => !test.is_query || line.trim() !== '');
  return { difference: compare(test, expected.slice(0, first).join('\n'), lines.join('\n')), first };
}

function compare(test: Test, expected: string, output: string): TestDifference | null {
  const compared = compareResult({ ...test, expected }, resultOf(test, output));
  return compared.passes ? null : compared.difference;
}
