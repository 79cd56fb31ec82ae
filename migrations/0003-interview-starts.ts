import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Starts of interviews, for the plan's monthly limit: a deleted interview still counts. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('interview_starts')
    // No reference: the start outlives the interview.
    .addColumn('interview_id', 'uuid', (c) => c.primaryKey())
    .addColumn('company_id', 'uuid', (c) => c.notNull().references('companies.id').onDelete('cascade'))
    .addColumn('started_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('interview_starts_company')
    .on('interview_starts')
    .columns(['company_id', 'started_at'])
    .execute();
  await sql`insert into interview_starts (interview_id, company_id, started_at)
    select id, company_id, started_at from interviews where started_at is not null`.execute(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('interview_starts').execute();
}
