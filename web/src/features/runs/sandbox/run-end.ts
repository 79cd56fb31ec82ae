import {
  ERROR_MESSAGE_MAX,
  ERROR_NAME_MAX,
  OUTPUT_TAIL_MAX,
  RUN_TESTS_CHARS_MAX,
  TEST_MESSAGE_MAX,
  TEST_PATH_MAX,
} from '@cip/contracts/runs/run-limits';
import { lengthOfResult } from '@cip/contracts/runs/run-texts';
import type { RunTest, RunTests } from '@cip/contracts/runs/run-tests';
import type { RunEnd } from '@cip/contracts/runs/runs';
import { firstOf, lastOf, plainText } from './plain-text.ts';

const LINE_MAX = 1_000_000;
const MS_MAX = 2_000_000;

const msOf = (ms: number) => Math.min(Math.max(0, Math.round(ms)), MS_MAX);
const positionOf = (value: number | null) => (value !== null && value >= 1 && value <= LINE_MAX ? value : null);

/** Returns the end of a run that did not end by itself. */
export function endWith(reason: RunEnd['reason'], message: string | null = null): RunEnd {
  const error = message === null ? null : { name: 'Error', message, line: null, column: null };
  return { reason, exitCode: null, ms: 0, omitted: 0, tail: '', error, needsInput: false };
}

/** Returns an end within the bounds of the wire; `dropped` characters were left out besides the ones it counts. */
export function boundedEnd(end: RunEnd, dropped: number): RunEnd {
  return {
    ...end,
    ms: msOf(end.ms),
    omitted: end.omitted + dropped,
    tail: plainText(lastOf(end.tail, OUTPUT_TAIL_MAX)),
    ...(end.tests && { tests: boundedTests(end.tests) }),
    error: end.error && {
      name: oneLine(firstOf(end.error.name, ERROR_NAME_MAX)),
      message: plainText(firstOf(end.error.message, ERROR_MESSAGE_MAX)),
      line: positionOf(end.error.line),
      column: positionOf(end.error.column),
    },
  };
}

/** Returns tests within the bounds of the wire; the frame bounds how many there are. */
function boundedTests({ results, ...tests }: RunTests): RunTests {
  const bounded = results.map(([file, path, state, ms, line, message]): RunTest => [
    file,
    plainText(firstOf(path, TEST_PATH_MAX)),
    state,
    msOf(ms),
    positionOf(line),
    plainText(firstOf(message, TEST_MESSAGE_MAX)),
  ]);
  return { ...tests, results: withinLength(bounded) };
}

/** Returns the results that fit together, in their order; failed ones go first. */
function withinLength(results: readonly RunTest[]): RunTest[] {
  const rank = ([, , state]: RunTest) => (state === 'failed' ? 0 : 1);
  const kept = new Set<RunTest>();
  let length = 0;
  for (const result of results.toSorted((one, other) => rank(one) - rank(other))) {
    length += lengthOfResult(result);
    if (length <= RUN_TESTS_CHARS_MAX) kept.add(result);
  }
  return results.filter((result) => kept.has(result));
}

/** Returns the text without the characters that the wire refuses in a line. */
function oneLine(text: string): string {
  return text.replaceAll(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, '');
}
