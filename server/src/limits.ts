import type { Config } from './config.ts';
import { createFailureLimit, type FailureLimit } from './platform/redis/failure-limit.ts';
import type { RedisConnections } from './platform/redis/redis.ts';

/** How many tries under one key are counted in a window of time before the next is refused. */
interface Limit {
  max: number;
  windowSeconds: number;
}

const QUARTER_HOUR_SECONDS = 15 * 60;

/** The limits on failed tries, each with the key it counts by and its reason. */
const LIMITS = {
  /** By account: e-mails that turn out to have an account. Someone who adds colleagues meets one or two. */
  takenEmails: { max: 5, windowSeconds: QUARTER_HOUR_SECONDS },
  /** The same by network, over all its accounts. */
  takenEmailsNetwork: { max: 20, windowSeconds: QUARTER_HOUR_SECONDS },
} satisfies Record<string, Limit>;

/** A limit for each row of the table. */
export type Limits = Record<keyof typeof LIMITS, FailureLimit>;

/** Creates the limits of a node; with Redis all nodes count together. */
export function createLimits({ config, redis }: { config: Config; redis: RedisConnections | null }): Limits {
  const create = ([name, limit]: [string, Limit]) => [
    name,
    createFailureLimit({ redis, enabled: config.rateLimits, purpose: kebab(name), ...limit }),
  ];
  return Object.fromEntries(Object.entries(LIMITS).map(create)) as Limits;
}

/** Returns the name as it stands in Redis: other releases count under the same keys. */
const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
