import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Events of a room besides edits. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('timeline_events')
    .addColumn('id', 'bigint', (c) => c.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('interview_id', 'uuid', (c) => c.notNull().references('interviews.id').onDelete('cascade'))
    .addColumn('op_id', 'text', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .addColumn('participant_id', 'uuid')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('data', 'jsonb', (c) => c.notNull())
    .addUniqueConstraint('timeline_events_once', ['interview_id', 'op_id'])
    .addCheckConstraint('timeline_events_size', sql`octet_length(data::text) <= 20000`)
    .execute();
  await sql`create index timeline_events_order on timeline_events (interview_id, id)`.execute(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('timeline_events').execute();
}
