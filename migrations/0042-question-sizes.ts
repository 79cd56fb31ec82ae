import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/**
 * The title of a question of an interview, and its size without its SQL data, so that the data need not be read if it
 * is left out.
 */
export async function up(db: AnyDatabase): Promise<void> {
  await sql`alter table interview_questions
    add column title text not null generated always as (content ->> 'title') stored,
    add column content_bytes integer not null generated always as (octet_length((content - 'data')::text)) stored`.execute(
    db,
  );
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('interview_questions').dropColumn('content_bytes').dropColumn('title').execute();
}
