import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { AppContext } from '../context.ts';
import type { App } from '../platform/context.ts';
import { openDatabase } from '../platform/database/database.ts';
import { seedPlans } from '../features/billing/billing.service.ts';
import { migrateToLatest } from '../platform/database/migrate.ts';
import { createTestDatabase } from './test-database.ts';

/** A running node of a test. */
export interface TestApp {
  app: App;
  ctx: AppContext;
  /** Where it listens; empty when it was not asked to. */
  url: string;
  /** Stops it; a database of its own goes with it. */
  close(): Promise<void>;
}

interface TestAppOptions {
  /** `postgres` is a fresh database on the Postgres of this test run, `embedded` is PGlite in a folder of its own. */
  database?: 'postgres' | 'embedded';
  /** Another node's database instead of one of its own. */
  databaseUrl?: string;
  /** Opens a port for sockets and browsers; `inject` needs none. */
  listen?: boolean;
  /** Settings beside those of every test: limits off, quiet. */
  env?: Record<string, string>;
}

/** Starts a node as `main.ts` does: migrated, with its plans, ready to be called. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const place = await findPlace(options);
  // Where mails are written; the embedded database has a folder of its own.
  const folder = await mkdtemp(join(tmpdir(), 'cip-data-'));
  const config = readConfig({
    // No web app, whether or not one is built; a test that wants one gives its own.
    WEB_DIR: '/nowhere',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    ...place.env,
    ...options.env,
  });
  let closing = false;
  const { db, roomDb, close } = openDatabase(config, {
    error: (...args: unknown[]) => {
      // Removing the database cuts connections that are on their way out.
      if (!closing) console.error(...args);
    },
  });
  await migrateToLatest(db);
  await seedPlans(db);
  const { app, ctx } = await createApp(config, { db, roomDb });
  const url = options.listen ? await app.listen({ host: config.host, port: 0 }) : '';
  return {
    app,
    ctx,
    url,
    async close() {
      closing = true;
      await app.close();
      await close();
      await place.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Place {
  env: Record<string, string>;
  remove(): Promise<void>;
}

async function findPlace({ database = 'postgres', databaseUrl }: TestAppOptions): Promise<Place> {
  if (databaseUrl !== undefined) return { env: { DATABASE_URL: databaseUrl }, remove: async () => {} };
  if (database === 'postgres') {
    const { url, drop } = await createTestDatabase();
    return { env: { DATABASE_URL: url }, remove: drop };
  }
  const folder = await mkdtemp(join(tmpdir(), 'cip-embedded-'));
  return { env: { DATA_DIR: folder }, remove: () => rm(folder, { recursive: true, force: true }) };
}
