import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Stretches of recordings whose content an owner removed; times are in milliseconds since the start. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('closed_stretches')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('interview_id', 'uuid', (c) => c.notNull().references('interviews.id').onDelete('cascade'))
    .addColumn('from_ms', 'bigint', (c) => c.notNull())
    .addColumn('to_ms', 'bigint', (c) => c.notNull())
    .addColumn('closed_by', 'uuid', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('closed_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addCheckConstraint('closed_stretches_order', sql`0 <= from_ms and from_ms < to_ms`)
    .execute();
  await db.schema.createIndex('closed_stretches_of_interview').on('closed_stretches').column('interview_id').execute();
  await sql`create index closed_stretches_user on closed_stretches (closed_by) where closed_by is not null`.execute(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('closed_stretches').execute();
}
