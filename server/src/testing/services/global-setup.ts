import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import type { TestService } from './service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A Postgres whose databases every test file makes for itself: see createTestDatabase. */
    postgresUrl: string;
    /** A Redis shared by all test files; one that writes keys others could meet starts its own. */
    redisUrl: string;
  }
}

/** Brings one Postgres and one Redis for the whole test run, and ends what it started. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const starts = [given('DATABASE_URL', startPostgres), given('REDIS_URL', startRedis)] as const;
  const stop = async () => {
    const outcomes = await Promise.allSettled(starts);
    for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value.stop();
  };
  try {
    const [postgres, redis] = await Promise.all(starts);
    project.provide('postgresUrl', postgres.url);
    project.provide('redisUrl', redis.url);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

type Brought = Pick<TestService, 'url' | 'stop'>;

async function given(variable: string, start: () => Promise<Brought>): Promise<Brought> {
  const url = process.env[variable];
  return url ? { url, stop: async () => {} } : start();
}
