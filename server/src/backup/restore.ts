import { sql, type Transaction } from 'kysely';
import type { Database, Tables } from '../platform/database/database.ts';
import { createMigrator } from '../platform/database/migrate.ts';
import { readBackup, type FirstLine, type RowLine, type TableLine } from './format.ts';
import { listTables, setCounter } from './tables.ts';

/** Rows that are written in one statement. */
const ROWS_AT_ONCE = 100;

/** A restore that is refused before anything is changed; its message is one line for the person who restores. */
export class RestoreRefusedError extends Error {}

/**
 * Brings the database to what a backup holds, and to the newest schema: all of it or nothing. A file that is not a
 * whole backup throws DamagedBackupError; a database with tables in it throws RestoreRefusedError unless `force`,
 * which removes them.
 */
export async function restore(db: Database, file: string, { force = false } = {}): Promise<void> {
  let first: FirstLine | undefined;
  await readBackup(file, {
    async begin(line) {
      first = line;
    },
  });
  if (!first) return;
  await requireKnown(db, first);
  const { migrations } = first;
  await db.transaction().execute(async (trx) => {
    await clear(trx, force);
    await migrateTo(trx, migrations.at(-1));
    await fill(trx, file);
    await migrateTo(trx, undefined);
  });
}

async function requireKnown(db: Database, { migrations }: FirstLine): Promise<void> {
  const known = (await createMigrator(db).getMigrations()).map(({ name }) => name);
  const isPrefix = migrations.length > 0 && migrations.every((name, index) => known[index] === name);
  if (!isPrefix) throw new RestoreRefusedError('The backup is of another version: restore it with that one.');
}

async function clear(trx: Transaction<Tables>, force: boolean): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(trx);
  if (rows.length > 0 && !force)
    throw new RestoreRefusedError('The database is not empty. With --force everything in it is replaced.');
  for (const { name } of rows) await sql`drop table if exists ${sql.table(name)} cascade`.execute(trx);
}

async function migrateTo(trx: Transaction<Tables>, name: string | undefined): Promise<void> {
  const migrator = createMigrator(trx);
  const { error } = name === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(name);
  if (error) throw error instanceof Error ? error : new Error('A migration failed.', { cause: error });
}

/** Puts every row in its place; the tables of the backup are those that its migrations make. */
async function fill(trx: Transaction<Tables>, file: string): Promise<void> {
  const expected = await listTables(trx);
  // What a migration put in by itself is in the backup as it is now.
  for (const { name } of expected.toReversed()) await sql`delete from ${sql.table(name)}`.execute(trx);
  let into: TableLine | undefined;
  let waiting: RowLine[] = [];
  const write = async () => {
    if (into && waiting.length > 0) await insert(trx, into, waiting);
    waiting = [];
  };
  await readBackup(file, {
    async table(table) {
      await write();
      const place = expected.find(({ name }) => name === table.table);
      if (!place || JSON.stringify(place.columns) !== JSON.stringify(table.columns))
        throw new RestoreRefusedError(`The backup’s table ${table.table} is not the one this version makes.`);
      into = table;
    },
    async row(row) {
      waiting.push(row);
      if (waiting.length >= ROWS_AT_ONCE) await write();
    },
    async end({ counters }) {
      await write();
      for (const counter of counters) await setCounter(trx, counter);
    },
  });
}

async function insert(trx: Transaction<Tables>, { table, columns }: TableLine, rows: RowLine[]): Promise<void> {
  const names = sql.join(columns.map(({ name }) => sql.id(name)));
  // The types are those of the database's own catalogue, which were compared.
  const values = sql.join(columns.map(({ name, type }) => sql`${sql.ref(`u.${name}`)}::${sql.raw(type)}`));
  const lists = sql.join(columns.map((_, index) => sql`${rows.map((row) => row[index] ?? null)}::text[]`));
  await sql`insert into ${sql.table(table)} (${names}) overriding system value
    select ${values} from unnest(${lists}) as u (${names})`.execute(trx);
}
