import { Type } from 'typebox';
import { Closed, Id, LanguageId, Moment, Name, Nullable, OneOf, Text } from '../protocol/common.ts';
import { OfferedLanguage } from '../rooms/documents.ts';
import { clientEvent, Nothing } from '../protocol/events.ts';
import { TESTS_MAX } from './questions.ts';
import { ParticipantType } from '../rooms/rooms.ts';
import { TextHash } from '../runs/runs.ts';

/** Longest output of a test that a report holds, in code points. */
export const TEST_OUTPUT_MAX = 2_000;
/** Longest execution of one test (ms). */
export const TEST_LIMIT_MS = 5_000;
/** Longest execution of all tests together (ms); after that, the remaining tests are not run. */
export const TESTS_LIMIT_MS = 30_000;

/** The outcomes of a test. */
export const TEST_OUTCOMES = ['passed', 'failed', 'error', 'time_limit', 'not_run'] as const;
export type TestOutcomeName = (typeof TEST_OUTCOMES)[number];

/** The result of a test that candidates see: its output, or the rows of a query, is shortened to `TEST_OUTPUT_MAX`. */
const TestReport = Closed({
  outcome: OneOf(TEST_OUTCOMES),
  output: Text(TEST_OUTPUT_MAX),
  /** The error of the user's code; empty if there was none. */
  error: Text(TEST_OUTPUT_MAX),
});
export type TestReport = Type.Static<typeof TestReport>;

/** Hidden tests that are counted, with those of hidden test files; servers of the previous release take 30. */
export const HIDDEN_TESTS_MAX = 1_000;
const TestCount = Type.Integer({ minimum: 0, maximum: HIDDEN_TESTS_MAX });

/** How many of the hidden tests passed, with those of hidden test files; which ones is private. */
export const HiddenTests = Closed({ passed: TestCount, total: TestCount });
export type HiddenTests = Type.Static<typeof HiddenTests>;

const reportFields = {
  language: LanguageId,
  /** Hash of the tested code: if the document's differs, the report is of an earlier version. */
  hash: TextHash,
  /** The tests that candidates see, in their order. */
  tests: Type.Array(TestReport, { maxItems: TESTS_MAX }),
  hidden: Nullable(HiddenTests),
};

/** The results of a question's tests, as reported by the device that ran them. */
export const TestsReport = Closed({
  id: Id,
  question: Id,
  by: Name,
  /** Their side, because several people can have the same name. Reports of the previous release do not have it. */
  byType: Type.Optional(ParticipantType),
  at: Moment,
  ...reportFields,
  /** Who ran the hidden tests, if another run of the same code has replaced the rest of the report. */
  hiddenBy: Type.Optional(Name),
  /** For interviewers: the last results of hidden tests, also of other code than that of the report. */
  lastHidden: Type.Optional(
    Closed({ ...HiddenTests.properties, by: Name, at: Moment, language: LanguageId, hash: TextHash }),
  ),
});
export type TestsReport = Type.Static<typeof TestsReport>;

/**
 * Reports the results of a shown question's tests, in place of the report before. Only interviewers have hidden tests,
 * and tests of hidden files, to count; with `isHiddenShared` everyone sees how many passed. If there is no count, the
 * last one stays: for everyone while the code is the same, and for interviewers in any case.
 */
export const reportTests = clientEvent({
  name: 'question:tested',
  from: 'participant',
  payload: Closed({
    question: Id,
    ...reportFields,
    language: OfferedLanguage,
    isHiddenShared: Type.Boolean(),
  }),
  reply: Nothing,
});
