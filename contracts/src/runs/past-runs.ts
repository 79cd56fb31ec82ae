import { Type } from 'typebox';
import { Closed, LanguageId, Line, Moment, Nullable, OneOf } from '../protocol/common.ts';
import { ERROR_NAME_MAX } from './run-limits.ts';
import { TestCounts } from './run-tests.ts';

/** Most runs that a list of past ones has: the latest. */
export const PAST_RUNS_MAX = 50;

/** Why a run ended. */
export const RUN_ENDS = [
  'finished',
  'failed',
  'time_limit',
  'no_input',
  'stopped',
  'crashed',
  'not_loaded',
  'lost',
  'no_device',
  'interview_ended',
] as const;

/** How a run ended. */
export const RunOutcome = {
  reason: OneOf(RUN_ENDS),
  exitCode: Nullable(Type.Integer({ minimum: -2_147_483_648, maximum: 4_294_967_295 })),
  /** Execution time without loading (ms). */
  ms: Type.Integer({ minimum: 0, maximum: 2_000_000 }),
};

/** An error of the user's code; `line` counts from 1. */
export const ErrorPlace = {
  name: Line(ERROR_NAME_MAX),
  line: Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
};

/** The end of a run without its output and the message of its error. */
const PastEnd = Closed({
  ...RunOutcome,
  error: Nullable(Closed(ErrorPlace)),
  /** Absent if the run was none of tests, and from servers of the previous release. */
  tests: Type.Optional(TestCounts),
});
export type PastEnd = Type.Static<typeof PastEnd>;

/** A run of an interview's code, without its output. */
const PastRun = Closed({ requested_at: Moment, language: LanguageId, end: Nullable(PastEnd) });
export type PastRun = Type.Static<typeof PastRun>;

/** In a reply, the latest first; absent from servers of the previous release. */
export const PastRuns = Type.Optional(Type.Array(PastRun, { maxItems: PAST_RUNS_MAX }));
