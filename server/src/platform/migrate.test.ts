import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../database.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { createMigrator, migrateToLatest } from './migrate.ts';

interface Opened {
  db: Database;
  close(): Promise<void>;
}

async function openPostgres(): Promise<Opened> {
  const { url, drop } = await createTestDatabase();
  const { db, close } = openDatabase({ databaseUrl: url, dataDir: '' }, { error: () => {} });
  return { db, close: () => close().then(drop) };
}

async function openEmbedded(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'cip-migrate-'));
  const { db, close } = openDatabase({ databaseUrl: null, dataDir: folder }, console);
  return { db, close: () => close().then(() => rm(folder, { recursive: true, force: true })) };
}

/** Every column, index and constraint, as text. */
async function schemaOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public' and table_name not like 'kysely%'
    union all
    select indexdef from pg_indexes where schemaname = 'public' and tablename not like 'kysely%'
    union all
    select concat_ws(' ', conrelid::regclass::text, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace and conrelid::regclass::text not like 'kysely%'`.execute(db);
  return rows.map(({ line }) => line).toSorted();
}

describe.each([
  ['Postgres', openPostgres],
  ['the embedded database', openEmbedded],
])('the migrations on %s', (_, open) => {
  let opened: Opened;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  it('lead up, down to nothing, and up to the same again', async () => {
    const { db } = opened;
    const migrator = createMigrator(db);
    await migrateToLatest(db);
    const first = await schemaOf(db);
    expect(first.length).toBeGreaterThan(50);

    const migrations = await migrator.getMigrations();
    for (const { name } of migrations) expect(name).toMatch(/^\d{4}-/);
    for (let step = 0; step < migrations.length; step++) expect((await migrator.migrateDown()).error).toBeUndefined();
    expect(await schemaOf(db)).toEqual([]);

    await migrateToLatest(db);
    expect(await schemaOf(db)).toEqual(first);
  });
});

it('two nodes that start at once migrate once', async () => {
  const { db, close } = await openPostgres();
  try {
    await Promise.all([migrateToLatest(db), migrateToLatest(db), migrateToLatest(db)]);

    expect((await schemaOf(db)).length).toBeGreaterThan(50);
  } finally {
    await close();
  }
});
