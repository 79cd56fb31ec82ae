import { type Kysely, sql } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** The solutions that interviewers try against a question's tests, apart from what rooms read. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('question_versions')
    .addColumn('solutions', 'jsonb', (c) => c.notNull().defaultTo(sql`'[]'::jsonb`))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('question_versions').dropColumn('solutions').execute();
}
