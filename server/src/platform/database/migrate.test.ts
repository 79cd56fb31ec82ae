import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from './database.ts';
import { createEmptyDatabase } from '../../testing/databases/test-database.ts';
import { createMigrator, migrateToLatest } from './migrate.ts';

interface Opened {
  db: Database;
  close(): Promise<void>;
}

async function openPostgres(): Promise<Opened> {
  const { url, drop } = await createEmptyDatabase();
  const { db, close } = openDatabase({ databaseUrl: url, dataDir: '' }, { error: () => {} });
  return { db, close: () => close().then(drop) };
}

async function openEmbedded(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'cip-migrate-'));
  const { db, close } = openDatabase({ databaseUrl: null, dataDir: folder }, console);
  return { db, close: () => close().then(() => rm(folder, { recursive: true, force: true })) };
}

/** Returns the schema from the catalogue: columns, indexes, constraints, sequences, triggers, functions, types. */
async function schemaOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', 'column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        a.attidentity, a.attgenerated, a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid)) as line
      from pg_attribute a join pg_class c on c.oid = a.attrelid
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p') and a.attnum > 0
        and not a.attisdropped and c.relname not like 'kysely%'
    union all
    select concat_ws(' ', 'index', indexdef) from pg_indexes where schemaname = 'public' and tablename not like 'kysely%'
    union all
    select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace and conrelid::regclass::text not like 'kysely%'
        and contype <> 'n'
    union all
    select concat_ws(' ', 'counter', sequencename, data_type, start_value, min_value, max_value, increment_by, cycle)
      from pg_sequences where schemaname = 'public'
    union all
    select concat_ws(' ', 'trigger', tgrelid::regclass, pg_get_triggerdef(t.oid)) from pg_trigger t
      join pg_class c on c.oid = tgrelid where c.relnamespace = 'public'::regnamespace and not tgisinternal
    union all
    select concat_ws(' ', 'function', p.oid::regprocedure, md5(prosrc)) from pg_proc p
      where pronamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', 'type', typname) from pg_type
      where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')`.execute(db);
  return rows.map(({ line }) => line).toSorted();
}

interface Steps {
  which: string;
  /** How many of the newest migrations are reverted one after the other. */
  newest: number;
  tags: 'long'[];
}

/** In every change's tests only these: the older ones have been released and do not change. */
const NEWEST: Steps = { which: 'the newest', newest: 3, tags: [] };
const EACH: Steps = { which: 'each', newest: Infinity, tags: ['long'] };

/** The parts of the migrations that tests revert one by one, because all together take a minute. */
const PARTS = [1, 2, 3, 4, 5, 6];

describe('the migrations on Postgres', { timeout: 60_000 }, () => {
  testMigrations(openPostgres, NEWEST, EACH);
});
describe('the migrations on the embedded database', { tags: ['long'], timeout: 60_000 }, () => {
  // All in one test would take two minutes, and the parts revert each of them.
  testMigrations(openEmbedded, NEWEST);
});

function testMigrations(open: () => Promise<Opened>, ...steps: Steps[]): void {
  let opened: Opened;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  for (const { which, newest, tags } of steps)
    it(
      `migrates up, ${which} down to exactly the schema before, and up to the same schema again`,
      { tags },
      async () => {
        const { db } = opened;
        const migrator = createMigrator(db);
        const migrations = await migrator.getMigrations();
        for (const { name } of migrations) expect(name).toMatch(/^\d{4}-/);
        const older = migrations.at(-newest - 1);
        if (older) expect((await migrator.migrateTo(older.name)).error).toBeUndefined();
        const schemas = [await schemaOf(db)];
        if (!older) expect(schemas).toEqual([[]]);
        const stepped = migrations.slice(-newest);
        for (const { name } of stepped) {
          expect((await migrator.migrateTo(name)).error, `up to ${name}`).toBeUndefined();
          schemas.push(await schemaOf(db));
        }
        const last = schemas.pop() ?? [];
        expect(last.length).toBeGreaterThan(50);

        for (const { name } of stepped.toReversed()) {
          expect((await migrator.migrateDown()).error, `down from ${name}`).toBeUndefined();
          expect(await schemaOf(db), `what ${name} leaves behind`).toEqual(schemas.pop());
        }

        await migrateToLatest(db);
        expect(await schemaOf(db)).toEqual(last);
      },
    );

  it.each(PARTS)('reverts each migration to exactly the schema before, part %i', { tags: ['long'] }, async (part) => {
    const { db } = opened;
    const migrator = createMigrator(db);
    const migrations = await migrator.getMigrations();
    const each = Math.ceil(migrations.length / PARTS.length);
    const older = migrations[(part - 1) * each - 1];
    if (older) expect((await migrator.migrateTo(older.name)).error).toBeUndefined();
    let before = await schemaOf(db);
    if (!older) expect(before).toEqual([]);
    for (const { name } of migrations.slice((part - 1) * each, part * each)) {
      expect((await migrator.migrateTo(name)).error, `up to ${name}`).toBeUndefined();
      const after = await schemaOf(db);
      expect((await migrator.migrateDown()).error, `down from ${name}`).toBeUndefined();
      expect(await schemaOf(db), `what ${name} leaves behind`).toEqual(before);
      expect((await migrator.migrateTo(name)).error, `up to ${name} again`).toBeUndefined();
      expect(await schemaOf(db), `${name} the second time`).toEqual(after);
      before = after;
    }
  });

  it('leaves the schema of a later release unchanged', async () => {
    const { db } = opened;
    await migrateToLatest(db);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(db);

    await expect(migrateToLatest(db)).resolves.toBeUndefined();
  });
}

it('migrates once if nodes start concurrently', async () => {
  const { db, close } = await openPostgres();
  try {
    await Promise.all([migrateToLatest(db), migrateToLatest(db), migrateToLatest(db)]);

    expect((await schemaOf(db)).length).toBeGreaterThan(50);
  } finally {
    await close();
  }
});

it.each([
  [
    'is read-only',
    'alter database %s set default_transaction_read_only = on',
    /^The database takes no changes: cannot execute CREATE TABLE in a read-only transaction\.$/,
  ],
  [
    'has the migrations of another program',
    "create table kysely_migration (name text primary key, timestamp text); insert into kysely_migration values ('x', '')",
    /^DATABASE_URL: another program's tables are in this database: corrupted migrations: [^\n]+\.$/,
  ],
])('says in one line that the database %s', async (_, statements, message) => {
  const { url, drop } = await createEmptyDatabase();
  const name = new URL(url).pathname.slice(1);
  const before = openDatabase({ databaseUrl: url, dataDir: '' }, { error: () => {} });
  await sql.raw(statements.replace('%s', name)).execute(before.db);
  await before.close();
  const { maintenanceDb, close } = openDatabase({ databaseUrl: url, dataDir: '' }, { error: () => {} });

  await expect(migrateToLatest(maintenanceDb)).rejects.toThrow(message);
  await close();
  await drop();
});

it('names the setting if the user of the database may not create tables', async () => {
  const { url, drop } = await createEmptyDatabase();
  const owner = openDatabase({ databaseUrl: url, dataDir: '' }, { error: () => {} });
  const role = `guest_${new URL(url).pathname.slice(-12)}`;
  await sql`create role ${sql.id(role)} login password 'guest'`.execute(owner.db);
  const asGuest = new URL(url);
  asGuest.username = role;
  asGuest.password = 'guest';
  const guest = openDatabase({ databaseUrl: asGuest.href, dataDir: '' }, { error: () => {} });

  await expect(migrateToLatest(guest.maintenanceDb)).rejects.toThrow(
    /^DATABASE_URL: its user may not create the tables: permission denied for schema public\.$/,
  );
  await guest.close();
  await sql`drop role ${sql.id(role)}`.execute(owner.db);
  await owner.close();
  await drop();
});
