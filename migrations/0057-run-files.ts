import type { Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** All files of a run as they were then, the first with its code; null if there was one. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('runs').addColumn('files', 'jsonb').execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('runs').dropColumn('files').execute();
}
