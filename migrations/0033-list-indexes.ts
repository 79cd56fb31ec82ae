import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Indexes for filtered lists of interviews; the second also finds the interviews of a deleted user. */
export async function up(db: AnyDatabase): Promise<void> {
  await sql`create index interviews_status on interviews (company_id, status, created_at desc, id)`.execute(db);
  await sql`create index interviews_interviewer on interviews (interviewer_id, created_at desc, id)
    where interviewer_id is not null`.execute(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  await sql`drop index interviews_interviewer`.execute(db);
  await sql`drop index interviews_status`.execute(db);
}
