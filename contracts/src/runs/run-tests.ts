import { Type } from 'typebox';
import { Closed, Count, FILE_NAME_MAX, Nullable, OneOf, Text } from '../protocol/common.ts';
import { RUN_TESTS_MAX, TEST_MESSAGE_MAX, TEST_PATH_MAX } from './run-limits.ts';

/** Most files with tests: as many as an interview has. */
const TEST_FILES_MAX = 20;
export const TEST_STATES = ['passed', 'failed', 'skipped'] as const;
export type TestState = (typeof TEST_STATES)[number];

/**
 * The result of a test, as a list because a request has at most 1,000 strings. The path has the names around the test
 * and its own, the outermost first, a line each; it is empty if the file itself failed. The line is where the test
 * failed in its file, or else where it is. Only its device knows whether a result is true:
 * `docs/operations/running-code.md`.
 */
export const RunTest = Type.Tuple(
  [
    /** The place of its file in `files`. */
    Type.Integer({ minimum: 0, maximum: TEST_FILES_MAX - 1 }),
    /** The path. */
    Text(TEST_PATH_MAX),
    OneOf(TEST_STATES),
    /** How long it took (ms). */
    Type.Integer({ minimum: 0, maximum: 2_000_000 }),
    /** The line, from 1. */
    Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    /** The message. */
    Text(TEST_MESSAGE_MAX),
  ],
  { maxItems: 6 },
);
export type RunTest = Type.Static<typeof RunTest>;

const counts = { passed: Count, failed: Count, skipped: Count };

/** How many tests of a run passed, failed and were skipped. */
export const TestCounts = Closed(counts);
export type TestCounts = Type.Static<typeof TestCounts>;

/** The tests of a run: the counts of all and the results of at most `RUN_TESTS_MAX`. */
export const RunTests = Closed({
  ...counts,
  files: Type.Array(Type.String({ minLength: 1, maxLength: FILE_NAME_MAX, pattern: '^[A-Za-z0-9_./-]+$' }), {
    maxItems: TEST_FILES_MAX,
  }),
  results: Type.Array(RunTest, { maxItems: RUN_TESTS_MAX }),
});
export type RunTests = Type.Static<typeof RunTests>;

/**
 * Whether a run executes the test files in place of the program; absent otherwise, and from servers of the previous
 * release.
 */
export const IsTests = Type.Optional(Type.Literal(true));
