import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** When somebody was last seen in an interview's room, so that forgotten rooms can be completed. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('interviews').addColumn('occupied_at', 'timestamptz').execute();
  await sql`create index interviews_running on interviews (started_at) where status = 'active'`.execute(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropIndex('interviews_running').execute();
  await db.schema.alterTable('interviews').dropColumn('occupied_at').execute();
}
