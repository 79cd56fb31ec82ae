import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** The parts that a review link shows besides the recording; existing links show none. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('review_links')
    .addColumn('shows_questions', 'boolean', (c) => c.notNull().defaultTo(sql`false`))
    .addColumn('shows_scorecards', 'boolean', (c) => c.notNull().defaultTo(sql`false`))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('review_links').dropColumn('shows_questions').dropColumn('shows_scorecards').execute();
}
