import { type Kysely, sql } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** The questions that a company took over from the first library, so that it is not offered them again. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('questions')
    .addColumn('is_from_library', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute();
  await db.schema
    .createTable('question_library_answers')
    .addColumn('company_id', 'uuid', (c) => c.primaryKey().references('companies.id').onDelete('cascade'))
    .addColumn('at', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('question_library_answers').execute();
  await db.schema.alterTable('questions').dropColumn('is_from_library').execute();
}
