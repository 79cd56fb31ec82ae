import type { Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** When an interviewer removed a candidate from the room, after which their token grants no access. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('candidates').addColumn('removed_at', 'timestamptz').execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('candidates').dropColumn('removed_at').execute();
}
