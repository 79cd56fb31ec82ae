import type { Payload } from '@cip/contracts/protocol/events';
import { STDIN_MAX } from '@cip/contracts/runs/run-limits';
import { inputWith } from '@cip/contracts/runs/run-texts';
import type { answerRun as contract } from '@cip/contracts/runs/runs';
import type { RoomContext } from '../../context.ts';
import { AppError, conflict } from '../../errors.ts';
import * as answers from './run-answers.repository.ts';
import { hasEnded, noRun } from './run-output.service.ts';
import type { RunMember } from './runs.service.ts';

/**
 * Answers a program that waits for a line, and stores the answer with the run's input. Only the first answer counts:
 * throws `conflict` if the program does not wait, `not_found`, `too_large`.
 */
export async function answerRun(
  { db, rooms }: RoomContext,
  { interviewId }: Pick<RunMember, 'interviewId'>,
  { id, ask, text }: Payload<typeof contract>,
): Promise<Record<string, never>> {
  await db.transaction().execute(async (trx) => {
    const asking = await answers.lockAsking(trx, interviewId, id);
    if (!asking) throw noRun();
    if (asking.hasEnded) throw hasEnded();
    if (!asking.isWaiting || asking.asks !== ask) throw conflict('The program does not wait for this line.');
    const stdin = text === null ? asking.stdin : inputWith(asking.stdin, text);
    if (stdin.length > STDIN_MAX)
      throw new AppError('too_large', `The input of a run has at most ${STDIN_MAX} characters.`);
    await answers.storeAnswer(trx, id, { text, stdin });
  });
  rooms.announce(interviewId, 'run:answered', { id, ask, text });
  return {};
}
