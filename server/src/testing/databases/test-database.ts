import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** Opening a connection takes as long as copying a database, so a worker keeps its own. It does not keep the worker. */
let administration: pg.Pool | undefined;

/** A database of one test file. */
export interface TestDatabase {
  url: string;
  /** Drops it and closes open connections. */
  drop(): Promise<void>;
}

/** Creates a database on the Postgres of this test run: a copy of the migrated one, or of one without connections. */
export function createTestDatabase(like = inject('migratedUrl')): Promise<TestDatabase> {
  // Copied as files, in a third of the time of Postgres's own choice, which logs every block.
  return create(` TEMPLATE ${new URL(like).pathname.slice(1)} STRATEGY FILE_COPY`);
}

/** Creates a database without tables on the Postgres of this test run. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create('');
}

async function create(options: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(`CREATE DATABASE ${name}${options}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  return { url: url.href, drop: () => drop(name) };
}

/**
 * Postgres waits for five seconds until connections that are ending have ended. Closing one then would be an error that
 * nobody handles, because a client that ends has no listener any more.
 */
async function drop(name: string): Promise<void> {
  const statement = `DROP DATABASE IF EXISTS ${name}`;
  await execute(statement).catch(() => execute(`${statement} WITH (FORCE)`));
}

async function execute(statement: string): Promise<void> {
  administration ??= openAdministration();
  await administration.query(statement);
}

function openAdministration(): pg.Pool {
  const pool = new pg.Pool({ connectionString: inject('postgresUrl'), idleTimeoutMillis: 0, allowExitOnIdle: true });
  // At the end of the run Postgres may stop before a worker does.
  pool.on('error', () => {});
  return pool;
}
