import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Completed saves, so that a retry has no effect, and the periods in which participants were offline. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('document_saves')
    .addColumn('interview_id', 'uuid', (c) => c.notNull().references('interviews.id').onDelete('cascade'))
    .addColumn('op_id', 'text', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('document_saves_once', ['interview_id', 'op_id'])
    .execute();
  await db.schema
    .createTable('offline_gaps')
    .addColumn('interview_id', 'uuid', (c) => c.notNull().references('interviews.id').onDelete('cascade'))
    .addColumn('op_id', 'text', (c) => c.notNull())
    .addColumn('participant_id', 'uuid', (c) => c.notNull())
    .addColumn('offline_from', 'timestamptz', (c) => c.notNull())
    .addColumn('offline_to', 'timestamptz', (c) => c.notNull())
    .addPrimaryKeyConstraint('offline_gaps_once', ['interview_id', 'op_id'])
    .addCheckConstraint('offline_gaps_forward', sql`offline_from <= offline_to`)
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('offline_gaps').execute();
  await db.schema.dropTable('document_saves').execute();
}
