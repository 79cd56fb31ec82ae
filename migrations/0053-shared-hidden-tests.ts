import type { Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Whether candidates see how many hidden tests of a question pass. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('interview_questions')
    .addColumn('shares_hidden', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('interview_questions').dropColumn('shares_hidden').execute();
}
