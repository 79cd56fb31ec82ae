/** Longest input of a run, in characters. */
export const STDIN_MAX = 65_536;
/** Output beyond this many characters is not streamed. */
export const OUTPUT_HEAD_MAX = 49_152;
/** The last characters of a longer output, which come with its end. */
export const OUTPUT_TAIL_MAX = 16_384;
/** Longest message of a program's error, in characters. */
export const ERROR_MESSAGE_MAX = 2_000;
/** Pieces of output per second that a device sends. */
export const PIECES_PER_SECOND = 12;
/** Most pieces of one run: its streamed output in the smallest batches of the longest run, with room to spare. */
export const PIECES_MAX = 400;
/** A device that runs code reports at this interval (ms), so that the room knows that it is still there. */
export const RUN_ALIVE_MS = 1_500;
/** If a run's device has not reported for this long, the run is lost (ms). */
export const RUN_LOST_AFTER_MS = 5_000;
/** How long other devices have to claim an offered run (ms). */
export const CLAIM_WITHIN_MS = 4_000;
/** If a run was told to stop and has not ended after this time, the server ends it (ms). */
export const STOP_WITHIN_MS = 3_000;
/**
 * Bounds of the operator's limit of an execution (ms), in browsers and on the engine; without loading and compiling.
 */
export const RUN_LIMIT_MS = { default: 10_000, min: 1_000, max: 20_000 };
/** Bounds of the operator's limit of runs of an interview per minute. */
export const RUNS_PER_MINUTE = { default: 30, min: 1, max: 60 };
/**
 * Longest time that a run may take with loading and compiling (ms); the device enforces the shorter limit of the code.
 */
export const RUN_MAX_MS = 150_000;
/** How long a program waits for a typed line (ms); then the run ends. Its own limit stands still meanwhile. */
export const INPUT_WAIT_MS = 120_000;
/** How long a run waits for lines in all (ms). */
export const INPUT_WAITS_MS = 600_000;
/** Longest answer to a program that waits for a line, in characters; an answer may have several lines. */
export const ANSWER_MAX = 8_192;
/** Most runs of an interview. */
export const RUNS_MAX = 1_000;
/** Most of them by one candidate. */
export const CANDIDATE_RUNS_MAX = 500;
/** Most of them by all candidates; the rest is for interviewers. */
export const CANDIDATES_RUNS_MAX = 800;
/** Longest SQL that an event attaches as a data set, in characters. */
export const DATA_SET_MAX = 65_536;
/** Longest SQL of a question, in characters; the server attaches it when the question is shown. */
export const QUESTION_DATA_MAX = 1_000_000;
/** Most tests of a run whose results are kept one by one; the counts have all. */
export const RUN_TESTS_MAX = 200;
/** Longest path of a test, and longest message of one that failed or was skipped, in characters. */
export const TEST_PATH_MAX = 400;
export const TEST_MESSAGE_MAX = 500;
/** Longest text of all results of a run together, in UTF-16 units: as much as a run may print. */
export const RUN_TESTS_CHARS_MAX = 65_536;
/** Most packages that a run's record names. */
export const PACKAGES_MAX = 20;
/** Longest time before its entry that a run without a connection may have been (ms): a week. */
export const OFFLINE_RUN_MAX_MS = 7 * 24 * 3_600_000;
/** Longest name of a program's error, in characters. */
export const ERROR_NAME_MAX = 100;
