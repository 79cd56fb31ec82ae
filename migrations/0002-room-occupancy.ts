import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/**
 * When a socket was last connected to an interview's room, so that abandoned interviews can be completed. A separate
 * table: writing it must not take row locks that edits wait for.
 */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('room_occupancy')
    .addColumn('interview_id', 'uuid', (c) => c.primaryKey().references('interviews.id').onDelete('cascade'))
    .addColumn('occupied_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await sql`create index interviews_running on interviews (started_at) where status = 'active'`.execute(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropIndex('interviews_running').execute();
  await db.schema.dropTable('room_occupancy').execute();
}
