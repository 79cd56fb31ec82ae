import { createHash } from 'node:crypto';
import { AppError } from '../../errors.ts';
import type { RedisConnections } from './redis.ts';

/** Too many tries under a key; `retryAfterSeconds` is the time until the window ends. */
export class TooManyFailures extends AppError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number, message = 'Too many attempts. Please try again later.') {
    super('too_many_requests', message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Limits failed tries, by key. */
export interface FailureLimit {
  /**
   * Counts a try before its outcome is known, so that concurrent tries count too; `count` of them if it is costly.
   * Throws TooManyFailures.
   */
  take(key: string, count?: number): Promise<void>;
  /** Reports success and resets the key. */
  succeed(key: string): Promise<void>;
  /** Reports success and uncounts this try; earlier failures under the key stay counted. */
  giveBack(key: string): Promise<void>;
}

/** Limits costly calls by who makes them and, in total, by the group that they belong to. */
export interface SharedLimit {
  /** Counts a call, or `count` if it is costly, unless the member's share is used up. Throws TooManyFailures. */
  take(group: string, member: string, count?: number): Promise<void>;
}

interface Options {
  redis: RedisConnections | null;
  enabled: boolean;
  /** Prefix of the keys in Redis. */
  purpose: string;
  max: number;
  windowSeconds: number;
  /** Message of TooManyFailures. */
  message?: string;
}

interface Count {
  tries: number;
  /** Tries counted on this node but not yet in Redis. */
  unshared: number;
  endsAt: number;
}

/** Most keys in memory; if there are more, the oldest is dropped. */
const KEYS_MAX = 100_000;

/**
 * Creates a limit on failed tries. All nodes count together in Redis, and each mirrors the counts it read last: during
 * an outage a node continues from its mirror, and afterwards adds its tries to Redis, even if Redis restarted empty.
 *
 * Not `rate-limiter-flexible`: its insurance limiter starts from zero in an outage and does not copy its counts back,
 * so an outage would double every limit on guessing.
 */
export function createFailureLimit({ redis, enabled, purpose, max, windowSeconds, message }: Options): FailureLimit {
  const counts = new Map<string, Count>();
  // Keys contain e-mail addresses; only digests leave this function.
  const name = (key: string) => `${purpose}:${createHash('sha256').update(key).digest('base64url')}`;
  return {
    async take(key, tried = 1) {
      if (!enabled) return;
      const count = currentCount(counts, name(key), windowSeconds);
      count.tries += tried;
      count.unshared += tried;
      remember(counts, name(key), count);
      const tries = await share(redis, name(key), count);
      if (tries > max) throw new TooManyFailures(secondsLeft(count), message);
    },
    async succeed(key) {
      if (!enabled) return;
      counts.delete(name(key));
      // Zero, not deleted: another node would take a missing key for a restart and restore its own count.
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

/** Creates a limit whose total for a group no single member uses up, because each has at most `share` of it. */
export function createSharedLimit({ share: max, ...total }: Options & { share: number }): SharedLimit {
  const members = createFailureLimit({ ...total, purpose: `${total.purpose}-share`, max });
  const groups = createFailureLimit(total);
  return {
    async take(group, member, count) {
      await members.take(`${group}/${member}`, count);
      await groups.take(group, count);
    },
  };
}

function isReady(redis: RedisConnections | null): redis is RedisConnections {
  return redis?.commands.status === 'ready';
}

const secondsLeft = ({ endsAt }: Count) => Math.max(1, Math.ceil((endsAt - Date.now()) / 1000));

function currentCount(counts: Map<string, Count>, name: string, windowSeconds: number): Count {
  const existing = counts.get(name);
  if (existing && existing.endsAt > Date.now()) return existing;
  return { tries: 0, unshared: 0, endsAt: Date.now() + windowSeconds * 1000 };
}

function remember(counts: Map<string, Count>, name: string, count: Count): void {
  counts.delete(name);
  counts.set(name, count);
  const oldest = counts.size > KEYS_MAX ? counts.keys().next().value : undefined;
  if (oldest !== undefined) counts.delete(oldest);
}

// Adds this node's tries to Redis and returns the total up to this try. While Redis is away, the count stays local.
async function share(redis: RedisConnections | null, name: string, count: Count): Promise<number> {
  const { tries: triesHere, unshared } = count;
  if (!isReady(redis)) return triesHere;
  // Reset before the reply, because concurrent tries add themselves.
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
