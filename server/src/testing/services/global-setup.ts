import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import type { TestService } from './service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The Postgres in which test files create their databases (createTestDatabase). */
    postgresUrl: string;
    /** The Redis that all test files share; a test whose keys could collide starts its own. */
    redisUrl: string;
  }
}

/** Starts one Postgres and one Redis for the test run, unless the environment names them. Returns their stop. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const starts = [fromEnvironment('DATABASE_URL', startPostgres), fromEnvironment('REDIS_URL', startRedis)] as const;
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

type SharedService = Pick<TestService, 'url' | 'stop'>;

async function fromEnvironment(variable: string, start: () => Promise<SharedService>): Promise<SharedService> {
  const url = process.env[variable];
  return url ? { url, stop: async () => {} } : start();
}
