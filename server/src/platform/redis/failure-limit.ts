import { createHash } from 'node:crypto';
import { AppError } from '../../errors.ts';
import type { RedisConnections } from './redis.ts';

/** Too many tries; `retryAfterSeconds` says when the next one counts again. */
export class TooManyFailures extends AppError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number, message = 'Too many attempts. Please try again later.') {
    super('too_many_requests', message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Counts tries that have not succeeded, by key. */
export interface FailureLimit {
  /** Counts a try before its outcome is known, so that tries in parallel are counted too. Throws TooManyFailures. */
  take(key: string): Promise<void>;
  /** The try succeeded: its key starts anew. */
  succeed(key: string): Promise<void>;
  /** The try succeeded, but what others failed at under this key stays counted. */
  giveBack(key: string): Promise<void>;
}

interface Options {
  redis: RedisConnections | null;
  enabled: boolean;
  /** Keeps the keys of one purpose apart. */
  purpose: string;
  max: number;
  windowSeconds: number;
  /** What the caller is told. */
  message?: string;
}

interface Count {
  tries: number;
  /** Tries counted here that Redis has not been told of. */
  unshared: number;
  endsAt: number;
}

/** Keys kept in this process; beyond it the oldest is forgotten, so that nobody fills the memory. */
const KEYS_MAX = 100_000;

/**
 * A limit on failures. All nodes count together in Redis, and each mirrors what it last saw: while Redis is away a
 * node goes on from there alone, and when Redis is back, empty or not, it learns what it missed.
 */
export function createFailureLimit({ redis, enabled, purpose, max, windowSeconds, message }: Options): FailureLimit {
  const counts = new Map<string, Count>();
  // Keys hold e-mail addresses; only their digests leave this function.
  const name = (key: string) => `${purpose}:${createHash('sha256').update(key).digest('base64url')}`;
  return {
    async take(key) {
      if (!enabled) return;
      const count = living(counts, name(key), windowSeconds);
      count.tries++;
      count.unshared++;
      remember(counts, name(key), count);
      const tries = await share(redis, name(key), count);
      if (tries > max) throw new TooManyFailures(secondsLeft(count), message);
    },
    async succeed(key) {
      if (!enabled) return;
      counts.delete(name(key));
      // A zero, not nothing: to another node an absent key means that Redis has forgotten.
      if (isReady(redis)) await redis.commands.set(name(key), 0, 'EX', windowSeconds).catch(() => {});
    },
    async giveBack(key) {
      const count = counts.get(name(key));
      if (!count) return;
      count.tries--;
      count.unshared--;
      await share(redis, name(key), count);
    },
  };
}

function isReady(redis: RedisConnections | null): redis is RedisConnections {
  return redis?.commands.status === 'ready';
}

const secondsLeft = ({ endsAt }: Count) => Math.max(1, Math.ceil((endsAt - Date.now()) / 1000));

function living(counts: Map<string, Count>, name: string, windowSeconds: number): Count {
  const known = counts.get(name);
  if (known && known.endsAt > Date.now()) return known;
  return { tries: 0, unshared: 0, endsAt: Date.now() + windowSeconds * 1000 };
}

function remember(counts: Map<string, Count>, name: string, count: Count): void {
  counts.delete(name);
  counts.set(name, count);
  const oldest = counts.size > KEYS_MAX ? counts.keys().next().value : undefined;
  if (oldest !== undefined) counts.delete(oldest);
}

// Tells Redis what it does not know, takes over what it does, and answers with the tries up to this one: others may
// have been counted meanwhile. Without Redis the count stays this node's own.
async function share(redis: RedisConnections | null, name: string, count: Count): Promise<number> {
  const { tries: triesHere, unshared } = count;
  if (!isReady(redis)) return triesHere;
  // Taken off before the answer: tries in parallel tell of themselves.
  count.unshared = 0;
  try {
    const [, total, left] = (await redis.commands
      .multi()
      .set(name, triesHere - unshared, 'EX', secondsLeft(count), 'NX')
      .incrby(name, unshared)
      .ttl(name)
      .exec()) ?? [undefined, [null, NaN], [null, NaN]];
    const [tries, seconds] = [Number(total?.[1]), Number(left?.[1])];
    if (Number.isNaN(tries) || Number.isNaN(seconds)) return triesHere;
    count.tries = tries + count.unshared;
    count.endsAt = Date.now() + seconds * 1000;
    return tries;
  } catch {
    count.unshared += unshared;
    return triesHere;
  }
}
