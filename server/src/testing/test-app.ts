import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../app.ts';
import { readConfig } from '../platform/config/read-config.ts';
import type { AppContext } from '../context.ts';
import type { App } from '../platform/http-app.ts';
import { openDatabase } from '../platform/database/database.ts';
import { seedPlans } from '../features/billing/billing.service.ts';
import { migrateToLatest } from '../platform/database/migrate.ts';
import { createTestDatabase } from './databases/test-database.ts';

/** A node of a test. */
export interface TestApp {
  app: App;
  ctx: AppContext;
  /** Its address; empty unless it listens. */
  url: string;
  /** Stops it and drops its database, unless that was given. */
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** `postgres` creates a database on the Postgres of this test run, `embedded` uses PGlite in a temporary folder. */
  database?: 'postgres' | 'embedded';
  /** The database of another node to share. */
  databaseUrl?: string;
  /** Listens on a port, for sockets and browsers; `inject` needs none. */
  listen?: boolean;
  /** Connections to Postgres, by default fewer than in production. */
  poolSizes?: { rest: number; rooms: number; log: number };
  /** Settings besides the tests' defaults (limits off, log silent). */
  env?: Record<string, string>;
}

/**
 * Each connection costs 20 ms of processor time and plans each statement again. With as many as in production a run
 * takes a tenth more of the processor.
 */
const POOL_SIZES = { rest: 3, rooms: 2, log: 2 };

/** Starts a node as `main.ts` does, migrated and with the plans. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const storage = await openStorage(options);
  // For e-mails; the embedded database has its own folder.
  const folder = await mkdtemp(join(tmpdir(), 'cip-data-'));
  const config = readConfig({
    // No web app, even if one is built; a test can set its own.
    WEB_DIR: '/nowhere',
    RATE_LIMITS: 'off',
    // Production refuses it.
    ...(options.env?.['NODE_ENV'] !== 'production' && { PASSWORD_HASHING: 'fast' }),
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    // Receivers of webhooks.
    WEBHOOK_NETWORKS: '127.0.0.0/8',
    DATA_DIR: folder,
    ...storage.env,
    ...options.env,
  });
  let closing = false;
  const log = {
    error: (...args: unknown[]) => {
      // If the database is dropped, it closes connections that are being closed.
      if (!closing) console.error(...args);
    },
  };
  const { db, roomDb, logDb, close } = openDatabase(config, log, options.poolSizes ?? POOL_SIZES);
  if (!storage.isMigrated) await migrateToLatest(db);
  await seedPlans(db);
  const { app, ctx } = await createApp(config, { db, roomDb, logDb });
  const url = options.listen ? await app.listen({ host: config.host, port: 0 }) : '';
  return {
    app,
    ctx,
    url,
    async close() {
      closing = true;
      await app.close();
      await close();
      await storage.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Storage {
  env: Record<string, string>;
  isMigrated: boolean;
  remove(): Promise<void>;
}

async function openStorage({ database = 'postgres', databaseUrl }: TestAppOptions): Promise<Storage> {
  if (databaseUrl !== undefined)
    return { env: { DATABASE_URL: databaseUrl }, isMigrated: false, remove: async () => {} };
  if (database === 'postgres') {
    const { url, drop } = await createTestDatabase();
    return { env: { DATABASE_URL: url }, isMigrated: true, remove: drop };
  }
  const folder = await mkdtemp(join(tmpdir(), 'cip-embedded-'));
  return { env: { DATA_DIR: folder }, isMigrated: false, remove: () => rm(folder, { recursive: true, force: true }) };
}
