import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A database of one test file. */
export interface TestDatabase {
  url: string;
  /** Drops it and closes open connections. */
  drop(): Promise<void>;
}

/** Creates a database on the Postgres of this test run, empty or as a copy of one without connections. */
export async function createTestDatabase(like?: TestDatabase): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = like ? ` TEMPLATE ${new URL(like.url).pathname.slice(1)}` : '';
  await execute(`CREATE DATABASE ${name}${template}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  return { url: url.href, drop: () => execute(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
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
