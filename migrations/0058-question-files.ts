import { type Kysely, sql } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** The hidden files of a question's starters, apart from the starters, which rooms read. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('question_versions')
    .addColumn('hidden_files', 'jsonb', (c) => c.notNull().defaultTo(sql`'[]'::jsonb`))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('question_versions').dropColumn('hidden_files').execute();
}
