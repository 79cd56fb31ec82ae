import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { createFailureLimit } from '../../platform/failure-limit.ts';
import type { RedisConnections } from '../../platform/redis.ts';

/** Room codes that lead nowhere, from one network, before each further one is told to wait: an office stays below. */
const MISSES_MAX = 60;
const WINDOW_SECONDS = 15 * 60;

/**
 * Does what a room code asks for, and counts it when it throws `not_found`. Throws TooManyFailures for a code that
 * leads nowhere once a network has tried many. The links of interviews still work there: nobody keeps a candidate out
 * by guessing beside them, and codes are too many to be found at the rate of calls.
 */
export type ByRoomCode = <T>(network: string, act: () => Promise<T>) => Promise<T>;

/** Makes the one count that calls and sockets share. */
export function countRoomCodeMisses(node: { config: Config; redis: RedisConnections | null }): ByRoomCode {
  const { config, redis } = node;
  const misses = createFailureLimit({
    redis,
    enabled: config.rateLimits,
    windowSeconds: WINDOW_SECONDS,
    purpose: 'room-codes',
    max: MISSES_MAX,
  });
  return async (network, act) => {
    try {
      return await act();
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') await misses.take(network);
      throw error;
    }
  };
}
