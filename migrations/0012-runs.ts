import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Runs of the code with their output, and the settings of an interview for them. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('runs')
    .addColumn('id', 'uuid', (c) => c.primaryKey())
    .addColumn('interview_id', 'uuid', (c) => c.notNull().references('interviews.id').onDelete('cascade'))
    .addColumn('participant_id', 'uuid', (c) => c.notNull())
    .addColumn('participant_name', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('stdin', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('position', 'bigint', (c) => c.notNull())
    .addColumn('of', 'uuid')
    .addColumn('is_offline', 'boolean', (c) => c.notNull().defaultTo(false))
    .addColumn('requested_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .addColumn('runner_id', 'uuid')
    .addColumn('runner_name', 'text')
    .addColumn('runner_device', 'text')
    .addColumn('piece_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('output_chars', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('changed_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .addColumn('stop_at', 'timestamptz')
    .addColumn('ended_at', 'timestamptz')
    .addColumn('result', 'jsonb')
    .addCheckConstraint('runs_end', sql`(ended_at is null) = (result is null)`)
    .execute();
  // One active run per interview, whichever nodes are asked.
  await sql`create unique index runs_active on runs (interview_id) where ended_at is null`.execute(db);
  await sql`create index runs_order on runs (interview_id, requested_at)`.execute(db);
  await db.schema
    .createTable('run_pieces')
    .addColumn('run_id', 'uuid', (c) => c.notNull().references('runs.id').onDelete('cascade'))
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('at_ms', 'integer', (c) => c.notNull())
    .addColumn('stream', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('run_pieces_once', ['run_id', 'seq'])
    .execute();
  await db.schema
    .createTable('run_settings')
    .addColumn('interview_id', 'uuid', (c) => c.primaryKey().references('interviews.id').onDelete('cascade'))
    .addColumn('is_allowed', 'boolean', (c) => c.notNull().defaultTo(true))
    .addColumn('data_set', 'jsonb')
    .addColumn('changed_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('run_settings').execute();
  await db.schema.dropTable('run_pieces').execute();
  await db.schema.dropTable('runs').execute();
}
