import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** How long, with whom and over which call an interview is planned, and how often that changed. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('interviews')
    .addColumn('minutes', 'integer', (c) => c.notNull().defaultTo(60))
    .addColumn('call_link', 'text')
    .addColumn('plan_revision', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('companies').addColumn('call_link', 'text').execute();
  // The other interviewers, besides the lead.
  await db.schema
    .createTable('interview_interviewers')
    .addColumn('interview_id', 'uuid', (c) => c.notNull().references('interviews.id').onDelete('cascade'))
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('position', 'smallint', (c) => c.notNull().check(sql`position between 1 and 4`))
    .addPrimaryKeyConstraint('interview_interviewers_pk', ['interview_id', 'user_id'])
    .execute();
  await db.schema.createIndex('interview_interviewers_user').on('interview_interviewers').column('user_id').execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('interview_interviewers').execute();
  await db.schema.alterTable('companies').dropColumn('call_link').execute();
  await db.schema
    .alterTable('interviews')
    .dropColumn('minutes')
    .dropColumn('call_link')
    .dropColumn('plan_revision')
    .execute();
}
