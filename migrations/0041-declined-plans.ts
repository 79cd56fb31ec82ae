import type { Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** When, and with which words, a candidate said that they cannot make a planned interview. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('interviews')
    .addColumn('declined_at', 'timestamptz')
    .addColumn('decline_note', 'text')
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('interviews').dropColumn('declined_at').dropColumn('decline_note').execute();
}
