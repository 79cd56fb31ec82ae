import type { Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** The last test results of each question that was shown in an interview. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('interview_questions')
    .addColumn('report', 'jsonb')
    .addColumn('reported_at', 'timestamptz')
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('interview_questions').dropColumn('report').dropColumn('reported_at').execute();
}
