import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** The questions that were shown in an interview, as copies. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('interview_questions')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('interview_id', 'uuid', (c) => c.notNull().references('interviews.id').onDelete('cascade'))
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('question_id', 'uuid', (c) => c.references('questions.id').onDelete('set null'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('content', 'jsonb', (c) => c.notNull())
    .addColumn('shown_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .addColumn('front_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .addColumn('hidden_at', 'timestamptz')
    .addUniqueConstraint('interview_questions_number', ['interview_id', 'number'])
    .addUniqueConstraint('interview_questions_once', ['interview_id', 'question_id'])
    .execute();
  await sql`create index interview_questions_of on interview_questions (question_id)
    where question_id is not null`.execute(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('interview_questions').execute();
}
