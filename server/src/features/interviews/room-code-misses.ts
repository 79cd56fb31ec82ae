import type { ErrorCode } from '@cip/contracts/errors';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import { createFailureLimit } from '../../platform/redis/failure-limit.ts';
import type { RedisConnections } from '../../platform/redis/redis.ts';

/** Room codes that lead nowhere, from one network, before each further one is told to wait: an office stays below. */
const MISSES_MAX = 60;
const WINDOW_SECONDS = 15 * 60;

/** Failures that tell whether a room code is taken. */
const NOT_THERE: readonly ErrorCode[] = ['not_found'];
/** The same of a call that chooses a code: beside a taken one, it fails for other reasons. */
export const NOT_STARTED: readonly ErrorCode[] = ['conflict', 'limit_reached', 'plan_required'];

/**
 * Does what a room code asks for, and counts it when it throws one of `misses`. Throws TooManyFailures for a code that
 * leads nowhere once a network has tried many. The links of interviews still work there: nobody keeps a candidate out
 * by guessing beside them, and codes are too many to be found at the rate of calls.
 */
export type ByRoomCode = <T>(network: string, act: () => Promise<T>, misses?: readonly ErrorCode[]) => Promise<T>;

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
  return async (network, act, counted = NOT_THERE) => {
    try {
      return await act();
    } catch (error) {
      if (error instanceof AppError && counted.includes(error.code)) await misses.take(network);
      throw error;
    }
  };
}
