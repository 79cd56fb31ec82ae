import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** When a run arrived, which its device cannot choose. If there was no connection, it was requested long before. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('runs').addColumn('created_at', 'timestamptz').execute();
  await sql`update runs set created_at = requested_at`.execute(db);
  await sql`alter table runs alter column created_at set default clock_timestamp(),
    alter column created_at set not null`.execute(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('runs').dropColumn('created_at').execute();
}
