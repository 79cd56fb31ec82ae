import type { ErrorCode } from '@cip/contracts/errors';
import type { AppContext } from '../../context.ts';
import { AppError } from '../../errors.ts';

/** Failures that show whether a room code is taken. */
const NOT_THERE: readonly ErrorCode[] = ['not_found'];
/** The same for a request that chooses a code: a taken one fails with `conflict`, a free one with the others. */
export const NOT_STARTED: readonly ErrorCode[] = ['conflict', 'limit_reached', 'plan_required'];

/**
 * Runs `act`, which looks a room code up, and counts it by network when it throws one of `misses`; further misses throw
 * TooManyFailures. Codes that exist still work then, so that guessing does not lock out candidates behind the same
 * address; at the allowed rate of requests no code can be found by guessing.
 */
export async function limitRoomCodes<T>(
  { limits }: Pick<AppContext, 'limits'>,
  network: string,
  act: () => Promise<T>,
  misses = NOT_THERE,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof AppError && misses.includes(error.code)) await limits.roomCodes.take(network);
    throw error;
  }
}
