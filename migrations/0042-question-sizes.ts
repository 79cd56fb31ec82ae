import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** How large a question of an interview is without its SQL data, so that it need not be read to be left out. */
export async function up(db: AnyDatabase): Promise<void> {
  await sql`alter table interview_questions
    add column content_bytes integer not null generated always as (octet_length((content - 'data')::text)) stored`.execute(
    db,
  );
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('interview_questions').dropColumn('content_bytes').execute();
}
