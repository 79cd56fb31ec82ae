import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../platform/database/database.ts';
import { migrateToLatest } from '../../platform/database/migrate.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import type { TestService } from './service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The Postgres in which test files create their databases (createTestDatabase). */
    postgresUrl: string;
    /** A database there with the newest schema, of which test files get copies. */
    migratedUrl: string;
    /** The Redis that all test files share; if a test's keys could collide, it starts its own. */
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
    project.provide('migratedUrl', await createMigrated(postgres.url));
    project.provide('redisUrl', redis.url);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

// Migrated once, because a copy takes a third of the time of the migrations.
async function createMigrated(postgresUrl: string): Promise<string> {
  const url = new URL(postgresUrl);
  url.pathname = `migrated_${randomUUID().replaceAll('-', '')}`;
  const server = new pg.Client({ connectionString: postgresUrl });
  await server.connect();
  await server.query(`CREATE DATABASE ${url.pathname.slice(1)}`);
  await server.end();
  const { db, close } = openDatabase({ databaseUrl: url.href, dataDir: '' }, console);
  await migrateToLatest(db);
  await close();
  return url.href;
}

type SharedService = Pick<TestService, 'url' | 'stop'>;

async function fromEnvironment(variable: string, start: () => Promise<SharedService>): Promise<SharedService> {
  const url = process.env[variable];
  return url ? { url, stop: async () => {} } : start();
}
