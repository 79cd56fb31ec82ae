import type { Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** All files of a code that was put aside, the first with it; null if there was one. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('asides').addColumn('files', 'jsonb').execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('asides').dropColumn('files').execute();
}
