import { createHash } from 'node:crypto';
import { AppError } from '../errors.ts';
import type { RedisConnections } from './redis.ts';

/** Too many failures; `retryAfterSeconds` says when the next try counts again. */
export class TooManyFailures extends AppError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('too_many_requests', 'Too many attempts. Please try again later.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Counts tries that have not succeeded, by key. */
export interface FailureLimit {
  /** Counts a try before its outcome is known, so that tries in parallel are counted too. Throws TooManyFailures. */
  take(key: string): Promise<void>;
  /** The try succeeded: its key starts anew. */
  succeed(key: string): Promise<void>;
}

interface Options {
  redis: RedisConnections | null;
  enabled: boolean;
  /** Keeps the keys of one purpose apart. */
  purpose: string;
  max: number;
  windowSeconds: number;
}

interface Count {
  tries: number;
  endsAt: number;
}

/** Keys kept in this process; beyond it the oldest is forgotten, so that nobody fills the memory. */
const KEYS_MAX = 100_000;

/** A limit on failures shared by all nodes through Redis, or held in this process while there is none. */
export function createFailureLimit({ redis, enabled, purpose, max, windowSeconds }: Options): FailureLimit {
  const counts = new Map<string, Count>();
  // Keys hold e-mail addresses; only their digests leave this function.
  const name = (key: string) => `${purpose}:${createHash('sha256').update(key).digest('base64url')}`;
  return {
    async take(key) {
      if (!enabled) return;
      const { tries, secondsLeft } =
        (await countInRedis(redis, name(key), windowSeconds)) ?? countHere(counts, name(key), windowSeconds);
      if (tries > max) throw new TooManyFailures(secondsLeft);
    },
    async succeed(key) {
      if (!enabled) return;
      counts.delete(name(key));
      if (redis?.commands.status === 'ready') await redis.commands.del(name(key)).catch(() => {});
    },
  };
}

async function countInRedis(redis: RedisConnections | null, name: string, windowSeconds: number) {
  if (redis?.commands.status !== 'ready') return null;
  try {
    const [, tries, left] = (await redis.commands
      .multi()
      .set(name, 0, 'EX', windowSeconds, 'NX')
      .incr(name)
      .ttl(name)
      .exec()) ?? [undefined, [null, 0], [null, 0]];
    return { tries: Number(tries?.[1]), secondsLeft: Math.max(1, Number(left?.[1])) };
  } catch {
    return null;
  }
}

function countHere(counts: Map<string, Count>, name: string, windowSeconds: number) {
  const now = Date.now();
  const known = counts.get(name);
  const count = known && known.endsAt > now ? known : { tries: 0, endsAt: now + windowSeconds * 1000 };
  count.tries++;
  counts.delete(name);
  counts.set(name, count);
  const oldest = counts.size > KEYS_MAX ? counts.keys().next().value : undefined;
  if (oldest !== undefined) counts.delete(oldest);
  return { tries: count.tries, secondsLeft: Math.max(1, Math.ceil((count.endsAt - now) / 1000)) };
}
