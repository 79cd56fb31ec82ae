import { sql } from 'kysely';
import type { Database, Transaction } from '../platform/database/database.ts';
import { createMigrator } from '../platform/database/migrate.ts';
import { readBackup, type FirstLine, type RowLine, type TableLine } from './format.ts';
import { listTables, setCounter } from './tables.ts';

/** Rows inserted in one statement. */
const INSERT_BATCH = 100;
/** Characters of rows at which a statement ends early, because one row has up to 5 MB. */
const INSERT_MAX_CHARS = 4_000_000;

/** The restore was refused before any change. The message is one line for the operator. */
export class RestoreRefusedError extends Error {}

/**
 * Restores a backup and migrates it to the newest schema, in one transaction. Throws DamagedBackupError if the file is
 * incomplete, and RestoreRefusedError if the database has tables, unless `force` drops them.
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
  if (!isPrefix) throw new RestoreRefusedError('The backup is from another version: restore it with that version.');
}

async function clear(trx: Transaction, force: boolean): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(trx);
  if (rows.length > 0 && !force)
    throw new RestoreRefusedError('The database is not empty. Use --force to replace everything in it.');
  for (const { name } of rows) await sql`drop table if exists ${sql.table(name)} cascade`.execute(trx);
}

async function migrateTo(trx: Transaction, name: string | undefined): Promise<void> {
  const migrator = createMigrator(trx);
  const { error } = name === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(name);
  if (error) throw error instanceof Error ? error : new Error('A migration failed.', { cause: error });
}

/** Inserts all rows. The backup's tables must equal the tables of its migrations. */
async function fill(trx: Transaction, file: string): Promise<void> {
  const expected = await listTables(trx);
  // Rows inserted by migrations are part of the backup.
  for (const { name } of expected.toReversed()) await sql`delete from ${sql.table(name)}`.execute(trx);
  let into: TableLine | undefined;
  let batch: RowLine[] = [];
  let chars = 0;
  const write = async () => {
    if (into && batch.length > 0) await insert(trx, into, batch);
    batch = [];
    chars = 0;
  };
  await readBackup(file, {
    async table(table) {
      await write();
      const match = expected.find(({ name }) => name === table.table);
      if (!match || JSON.stringify(match.columns) !== JSON.stringify(table.columns))
        throw new RestoreRefusedError(`The backup’s table ${table.table} differs from the one of this version.`);
      into = table;
    },
    async row(row) {
      batch.push(row);
      for (const value of row) chars += value?.length ?? 0;
      if (batch.length >= INSERT_BATCH || chars >= INSERT_MAX_CHARS) await write();
    },
    async end({ counters }) {
      await write();
      for (const counter of counters) await setCounter(trx, counter);
    },
  });
}

async function insert(trx: Transaction, { table, columns }: TableLine, rows: RowLine[]): Promise<void> {
  const names = sql.join(columns.map(({ name }) => sql.id(name)));
  // The types were compared with the database's own, so inserting them unescaped is safe.
  const values = sql.join(columns.map(({ name, type }) => sql`${sql.ref(`u.${name}`)}::${sql.raw(type)}`));
  const lists = sql.join(columns.map((_, index) => sql`${rows.map((row) => row[index] ?? null)}::text[]`));
  await sql`insert into ${sql.table(table)} (${names}) overriding system value
    select ${values} from unnest(${lists}) as u (${names})`.execute(trx);
}
