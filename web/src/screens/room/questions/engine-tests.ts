import { refusesField } from '@cip/contracts/protocol/refuses-field';
import type { ExecuteTest } from '../../../features/questions/tests/test-execution.ts';
import { endWith } from '../../../features/runs/sandbox/run-end.ts';
import type { LiveRoom } from '../live/live-room.ts';

/** How long the result of a test may take (ms): the engine ends a program after 30 s, all preparation included. */
const RESULT_WITHIN_MS = 35_000;

/** The words for a server of the previous release, which refuses files. */
const ONE_FILE_YET = 'This server tests code of one file. It tests several after its update.';

/** Returns the function that executes the tests of a shown question on the operator's engine. */
export function executeOnEngine({ connection }: Pick<LiveRoom, 'connection'>, question: string): ExecuteTest {
  return async ({ test, language, code, files, limitMs }, signal) => {
    const payload = { question, test, language, code, ...(files && { files }), limitMs };
    const ack = await connection.request('question:run-test', payload, RESULT_WITHIN_MS);
    if (ack.ok && !signal.aborted) return { out: ack.out, table: null, end: ack.end };
    if (ack.ok) return { out: '', table: null, end: endWith('stopped') };
    const message = refusesField(ack.error, 'files') ? ONE_FILE_YET : ack.error.message;
    const error = { name: '', message, line: null, column: null };
    return { out: '', table: null, end: { ...endWith(signal.aborted ? 'stopped' : 'not_loaded'), error } };
  };
}
