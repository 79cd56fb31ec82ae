import { Type } from 'typebox';
import { Closed, Code, Id, Text } from '../protocol/common.ts';
import { OfferedLanguage } from '../rooms/documents.ts';
import { clientEvent } from '../protocol/events.ts';
import { TESTS_MAX } from './questions.ts';
import { OUTPUT_HEAD_MAX, OUTPUT_TAIL_MAX } from '../runs/run-limits.ts';
import { RunEnd, RunFiles } from '../runs/runs.ts';
import { TEST_LIMIT_MS } from './test-reports.ts';

/**
 * Runs a test of a shown question on the operator's engine if this device cannot execute the language. The reply, which
 * takes up to 30 s, has the program's output. The server takes the input from its copy, so that no text of a hidden
 * test is sent; only interviewers may name a hidden one.
 */
export const runTestOnEngine = clientEvent({
  name: 'question:run-test',
  from: 'participant',
  payload: Closed({
    question: Id,
    /** The place of the test: shown ones count from 0, hidden ones follow. */
    test: Type.Integer({ minimum: 0, maximum: TESTS_MAX - 1 }),
    language: OfferedLanguage,
    code: Code,
    /** Servers of the previous release refuse them, and run the code alone. */
    files: RunFiles,
    /** Longest execution without compilation (ms). */
    limitMs: Type.Integer({ minimum: 1, maximum: TEST_LIMIT_MS }),
  }),
  reply: Closed({ out: Text(OUTPUT_HEAD_MAX + OUTPUT_TAIL_MAX), end: RunEnd }),
});
