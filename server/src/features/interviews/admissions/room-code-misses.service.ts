import type { ErrorCode } from '@cip/contracts/protocol/errors';
import type { LimitContext } from '../../../context.ts';
import { AppError } from '../../../errors.ts';

/** Failures that show whether a room code is taken. */
const NOT_THERE: readonly ErrorCode[] = ['not_found'];
/** The same if a request chooses the code: a taken one fails with `conflict`, a free one with the others. */
export const NOT_STARTED: readonly ErrorCode[] = ['conflict', 'limit_reached', 'plan_required'];

/**
 * Runs `work` for a room code; if it throws one of `misses`, counts that by network. Throws TooManyFailures for an
 * unknown room code once the limit is reached. Known room codes still work then, so that guessing cannot lock a
 * candidate out; at the allowed rate of requests no room code can be guessed.
 */
export async function limitRoomCodes<T>(
  { limits }: LimitContext,
  network: string,
  work: () => Promise<T>,
  misses = NOT_THERE,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && misses.includes(error.code)) await limits.roomCodes.take(network);
    throw error;
  }
}
