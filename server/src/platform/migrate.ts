import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { Kysely } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';

const FOLDER = new URL('../../../migrations', import.meta.url).pathname;

/** The migrator over the repository's migrations; safe to run from several nodes at once. */
export function createMigrator<T>(db: Kysely<T>): Migrator {
  const provider = new FileMigrationProvider({
    fs: { readdir: async (folder) => (await fs.readdir(folder)).filter((file) => /^\d{4}-.*\.ts$/.test(file)) },
    path,
    migrationFolder: FOLDER,
  });
  return new Migrator({ db, provider });
}

/** Brings the database to the newest schema. Throws what the failing migration threw. */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<void> {
  const { error } = await createMigrator(db).migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error('A migration failed.', { cause: error });
}
