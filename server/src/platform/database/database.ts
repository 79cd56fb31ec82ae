import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { EmbeddedDatabase } from './embedded-database.ts';
import { lockFolder } from './folder-lock.ts';
import { prepareMarked } from './prepared-statements.ts';

/** The tables, column by column as the migrations create them. Each feature adds its own in its `*.table.ts`. */
export interface Tables {
  settings: { key: string; value: string };
}

/** The database; repository functions take it first, or a `Transaction<Tables>` where a lock is meant. */
export type Database = Kysely<Tables>;

/** Connections of one node. The rooms have a share of their own, so that no call waits behind what a room asks. */
const POOL_SIZES = { rest: 6, rooms: 4 };
const CONNECT_TIMEOUT_MS = 3_000;
/** A statement that takes longer is given up by the server, so that no request hangs. */
const STATEMENT_TIMEOUT_MS = 15_000;

const TIMESTAMPTZ = 1184;
const INT8 = 20;

/** A node's ways into its database. */
export interface Databases {
  db: Database;
  /** The same database for what rooms ask: it waits for its own share of the connections. */
  roomDb: Database;
}

/** Opens Postgres when a URL is given, else the database embedded in `dataDir` (one process a folder). */
export function openDatabase(
  settings: { databaseUrl: string | null; dataDir: string },
  log: Pick<FastifyBaseLogger, 'error'>,
): Databases & { close: () => Promise<void> } {
  const { databaseUrl, dataDir } = settings;
  if (databaseUrl) {
    const open = (size: number) =>
      new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(databaseUrl, size, log) }) });
    return closable({ db: open(POOL_SIZES.rest), roomDb: open(POOL_SIZES.rooms) });
  }
  mkdirSync(dataDir, { recursive: true });
  const unlock = lockFolder(dataDir);
  const embedded = new EmbeddedDatabase(join(dataDir, 'postgres'));
  const open = (lane: 'rest' | 'rooms') => new Kysely<Tables>({ dialect: embedded.dialect(lane) });
  return closable({ db: open('rest'), roomDb: open('rooms') }, unlock);
}

function closable(databases: Databases, closed: () => void = () => {}): ReturnType<typeof openDatabase> {
  const close = async () => {
    await Promise.all([databases.roomDb.destroy(), databases.db.destroy()]).finally(closed);
  };
  return { ...databases, close };
}

function openPool(connectionString: string, max: number, log: Pick<FastifyBaseLogger, 'error'>): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    types: { getTypeParser: typeParser },
  });
  // Without a listener a restart of Postgres ends the process; the pool listens to idle connections alone.
  pool.on('error', (error) => log.error({ err: error }, 'lost an idle database connection'));
  pool.on('connect', (client) => {
    prepareMarked(client);
    // Who holds the connection learns of its loss from their statement.
    client.on('error', () => {});
  });
  return pool;
}

// Moments travel as ISO text and counts as numbers, on both databases alike.
function typeParser(oid: number, format?: string): (value: string) => unknown {
  if (oid === TIMESTAMPTZ) return (value) => new Date(value).toISOString();
  if (oid === INT8) return Number;
  return pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text');
}
