import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A database of one test file. */
export interface TestDatabase {
  url: string;
  /** Drops it and closes open connections. */
  drop(): Promise<void>;
}

/** Creates a database on the Postgres of this test run: a copy of the migrated one, or of one without connections. */
export function createTestDatabase(like = inject('migratedUrl')): Promise<TestDatabase> {
  return create(` TEMPLATE ${new URL(like).pathname.slice(1)}`);
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
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
