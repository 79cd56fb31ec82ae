import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely';
import pg from 'pg';
import { filesIn, openDataFolder } from './data-folder.ts';
import { EmbeddedDatabase } from './embedded-database.ts';
import { prepareStatements } from './prepared-statements.ts';

/** The tables as the migrations create them. Features add theirs in `*.table.ts` by declaration merging. */
export interface Tables {
  settings: { key: string; value: string };
}

/** The database, first argument of repository functions; functions that lock take a `Transaction`. */
export type Database = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;

/**
 * Connections of one node. Rooms have their own pool, so that requests do not wait behind their queries, and so has the
 * log of edits: one statement appends, and one may wait for a lock.
 */
const POOL_SIZES = { rest: 4, rooms: 4, log: 2 };
const CONNECT_TIMEOUT_MS = 3_000;
/**
 * Postgres cancels a longer statement, so that no request hangs, and ends a connection whose transaction says nothing
 * for longer, because a node whose network is gone would hold its locks for hours.
 */
const STATEMENT_TIMEOUT_MS = 15_000;

/** The database that programs in SQL start from, in the built web app. */
const EMPTY_DATABASE = 'run/postgresql/data.tar-*.gz';

const TIMESTAMPTZ = 1184;
const INT8 = 20;

/** The connections of a node to its database. */
export interface Databases {
  db: Database;
  /** The same database through the rooms' own pool. */
  roomDb: Database;
  /** The same database through the pool of the log of edits. */
  logDb: Database;
}

/** The connections that a process opens and closes. */
interface OpenedDatabases extends Databases {
  /** The same database for migrations, backups and restores, whose statements may take long. */
  maintenanceDb: Database;
  close: () => Promise<void>;
}

/**
 * Opens Postgres if a URL is given, else the embedded database in `dataDir`, which one process may use. The built web
 * app in `webDir` has the files of an empty one. Throws OperatorError.
 */
export function openDatabase(
  settings: { databaseUrl: string | null; dataDir: string; webDir?: string },
  log: Pick<FastifyBaseLogger, 'error'>,
  poolSizes = POOL_SIZES,
): OpenedDatabases {
  const { databaseUrl, dataDir, webDir } = settings;
  if (databaseUrl) {
    const open = (pool: pg.PoolConfig) =>
      new Kysely<Tables>({
        dialect: new PostgresDialect({ pool: openPool({ connectionString: databaseUrl, ...pool }, log) }),
      });
    const limit = {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    };
    return closable({
      db: open({ max: poolSizes.rest, ...limit }),
      roomDb: open({ max: poolSizes.rooms, ...limit }),
      logDb: open({ max: poolSizes.log, ...limit }),
      maintenanceDb: open({ max: 1 }),
    });
  }
  const unlock = openDataFolder(dataDir);
  const [emptyDatabase = null] = webDir === undefined ? [] : globSync(join(webDir, EMPTY_DATABASE));
  const embedded = new EmbeddedDatabase({ folder: filesIn(dataDir), emptyDatabase }, log);
  const open = (lane: 'rest' | 'rooms') => new Kysely<Tables>({ dialect: embedded.dialect(lane) });
  const db = open('rest');
  return closable({ db, roomDb: open('rooms'), logDb: db, maintenanceDb: db }, unlock);
}

function closable(databases: Omit<OpenedDatabases, 'close'>, onClosed: () => void = () => {}): OpenedDatabases {
  const close = async () => {
    await Promise.all(Object.values(databases).map((each) => each.destroy())).finally(onClosed);
  };
  return { ...databases, close };
}

function openPool(settings: pg.PoolConfig, log: Pick<FastifyBaseLogger, 'error'>): pg.Pool {
  const pool = new pg.Pool({
    ...settings,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: { getTypeParser: typeParser },
  });
  // Without a listener a restart of Postgres would crash the process. The pool listens to idle connections only.
  pool.on('error', (error) => log.error({ err: error }, 'lost an idle database connection'));
  pool.on('connect', (client) => {
    prepareStatements(client);
    // If a connection in use is lost, its statement reports that.
    client.on('error', () => {});
  });
  return pool;
}

// Timestamps are read as ISO strings and int8 as numbers, as in the embedded database.
function typeParser(oid: number, format?: string): (value: string) => unknown {
  if (oid === TIMESTAMPTZ) return (value) => new Date(value).toISOString();
  if (oid === INT8) return Number;
  return pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text');
}
