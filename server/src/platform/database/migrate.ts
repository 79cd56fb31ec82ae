import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { sql, type Kysely } from 'kysely';
import { codeOf } from '../../errors.ts';
import { OperatorError, reasonOf } from '../operator-error.ts';
import { FileMigrationProvider, Migrator } from 'kysely/migration';

const FOLDER = fileURLToPath(new URL('../../../../migrations', import.meta.url));

/** The SQLSTATE of a statement that the user has no right to. */
const MAY_NOT = '42501';

/** The SQLSTATEs of a database that takes no changes at all: it is read-only, or its disk or memory is full. */
const TAKES_NO_CHANGES = ['25006', '53100', '53200'];

/** Creates the migrator for the repository's migrations, which several nodes may run at the same time. */
export function createMigrator<T>(db: Kysely<T>): Migrator {
  const provider = new FileMigrationProvider({
    fs: { readdir: async (folder) => (await fs.readdir(folder)).filter((file) => /^\d{4}-.*\.ts$/.test(file)) },
    path,
    migrationFolder: FOLDER,
    import: (file) => import(pathToFileURL(file).href),
  });
  return new Migrator({ db, provider });
}

/**
 * Migrates the database to the newest schema. If it has the schema of a later release, it stays unchanged, so that a
 * release can be rolled back. Throws the error of a failed migration, and OperatorError if the user may not create
 * tables, the database takes no changes, or another program's migrations are in it.
 */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<void> {
  const migrator = createMigrator(db);
  if (await isAhead(db, migrator)) return;
  const { error } = await migrator.migrateToLatest();
  if (codeOf(error) === MAY_NOT)
    throw new OperatorError(`DATABASE_URL: its user may not create the tables: ${reasonOf(error)}.`);
  if (TAKES_NO_CHANGES.includes(codeOf(error)))
    throw new OperatorError(`The database takes no changes: ${reasonOf(error)}.`);
  if (error instanceof Error && error.message.startsWith('corrupted migrations'))
    throw new OperatorError(`DATABASE_URL: another program's tables are in this database: ${reasonOf(error)}.`);
  if (error) throw error instanceof Error ? error : new Error('A migration failed.', { cause: error });
}

async function isAhead<T>(db: Kysely<T>, migrator: Migrator): Promise<boolean> {
  const { rows: tables } = await sql`select 1 where to_regclass('public.kysely_migration') is not null`.execute(db);
  if (tables.length === 0) return false;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const known = (await migrator.getMigrations()).map(({ name }) => name);
  return rows.length > known.length && known.every((name, index) => rows[index]?.name === name);
}
