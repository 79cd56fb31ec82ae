import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Codes that were put aside for the next question of an interview. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('asides')
    .addColumn('interview_id', 'uuid', (c) => c.notNull().references('interviews.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('question_number', 'integer', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .addColumn('participant_id', 'uuid', (c) => c.notNull())
    .addColumn('participant_name', 'text', (c) => c.notNull())
    .addColumn('participant_type', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('asides_pkey', ['interview_id', 'number'])
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('asides').execute();
}
