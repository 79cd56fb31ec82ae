import type { AppContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { createFailureLimit } from '../../platform/failure-limit.ts';

/** Room codes that lead nowhere, from one network, before each further one is told to wait: an office stays below. */
const MISSES_MAX = 60;
/** And before nothing is looked up for it any more, as being told to wait says that a code leads nowhere. */
const MISSES_FAR_TOO_MANY = 600;
const WINDOW_SECONDS = 15 * 60;

/**
 * Does what a room code asks for, and counts it when it throws `not_found`. Throws TooManyFailures for a code that
 * leads nowhere once a network has tried many; the links of interviews still work there, until it has tried far too
 * many.
 */
export type ByRoomCode = <T>(network: string, act: () => Promise<T>) => Promise<T>;

/** Makes the one count that calls and sockets share. */
export function countRoomCodeMisses({ config, redis }: Pick<AppContext, 'config' | 'redis'>): ByRoomCode {
  const shared = { redis, enabled: config.rateLimits, windowSeconds: WINDOW_SECONDS };
  const misses = createFailureLimit({ ...shared, purpose: 'room-codes', max: MISSES_MAX });
  const guesses = createFailureLimit({ ...shared, purpose: 'room-codes-far', max: MISSES_FAR_TOO_MANY });
  return async (network, act) => {
    await guesses.take(network);
    let isMiss = false;
    try {
      return await act();
    } catch (error) {
      isMiss = error instanceof AppError && error.code === 'not_found';
      if (isMiss) await misses.take(network);
      throw error;
    } finally {
      if (!isMiss) await guesses.giveBack(network);
    }
  };
}
