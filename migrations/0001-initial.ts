import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

const now = sql`now()`;
const newId = sql`gen_random_uuid()`;
const empty = sql`'{}'::jsonb`;

/** Companies, users, plans, interviews, and the documents with their update log. */
export async function up(db: AnyDatabase): Promise<void> {
  await createCompanies(db);
  await createBilling(db);
  await createInterviews(db);
  await createDocuments(db);
}

/** Reverts this migration. */
export async function down(db: AnyDatabase): Promise<void> {
  const tables = [
    'document_updates',
    'documents',
    'candidates',
    'interviews',
    'subscriptions',
    'plans',
    'auth_sessions',
    'users',
    'companies',
    'settings',
  ];
  for (const table of tables) await db.schema.dropTable(table).execute();
}

async function createCompanies(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('companies')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(newId))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('phone', 'text')
    .addColumn('address', 'text')
    .addColumn('notification_preferences', 'jsonb', (c) => c.notNull().defaultTo(empty))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .execute();
  await db.schema
    .createTable('users')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(newId))
    .addColumn('company_id', 'uuid', (c) => c.notNull().references('companies.id').onDelete('cascade'))
    .addColumn('role', 'text', (c) => c.notNull().check(sql`role in ('owner', 'interviewer')`))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .execute();
  await sql`create unique index users_email_unique on users (lower(email))`.execute(db);
  await db.schema.createIndex('users_company').on('users').column('company_id').execute();
  await db.schema
    .createTable('auth_sessions')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(newId))
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('auth_sessions_user').on('auth_sessions').column('user_id').execute();
}

async function createBilling(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('plans')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(newId))
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('price_cents', 'integer', (c) => c.notNull())
    .addColumn('billing_cycle', 'text', (c) => c.notNull().check(sql`billing_cycle in ('monthly', 'yearly')`))
    .addColumn('max_concurrent_sessions', 'integer', (c) => c.notNull())
    .addColumn('max_interviewers', 'integer', (c) => c.notNull())
    .addColumn('max_interviews_per_month', 'integer', (c) => c.notNull())
    .addColumn('recording_enabled', 'boolean', (c) => c.notNull())
    .addColumn('analytics_enabled', 'boolean', (c) => c.notNull())
    .addColumn('features', 'jsonb', (c) => c.notNull())
    .execute();
  // One row per company: the current subscription. Statuses are the spec's.
  await db.schema
    .createTable('subscriptions')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(newId))
    .addColumn('company_id', 'uuid', (c) => c.notNull().unique().references('companies.id').onDelete('cascade'))
    .addColumn('plan_id', 'uuid', (c) => c.notNull().references('plans.id'))
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('active', 'inactive', 'trial', 'cancelled')`))
    .addColumn('started_at', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .addColumn('ends_at', 'timestamptz')
    .execute();
}

async function createInterviews(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('interviews')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(newId))
    .addColumn('company_id', 'uuid', (c) => c.notNull().references('companies.id').onDelete('cascade'))
    // The name stays when the interviewer's account is deleted.
    .addColumn('interviewer_id', 'uuid', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('interviewer_name', 'text', (c) => c.notNull())
    .addColumn('room_code', 'text', (c) => c.notNull().unique())
    .addColumn('status', 'text', (c) =>
      c.notNull().check(sql`status in ('scheduled', 'active', 'completed', 'cancelled')`),
    )
    .addColumn('typing_mode', 'text', (c) =>
      c
        .notNull()
        .defaultTo('enter')
        .check(sql`typing_mode in ('enter', 'instant')`),
    )
    .addColumn('candidate_name', 'text')
    .addColumn('candidate_email', 'text')
    .addColumn('notes', 'text')
    .addColumn('scheduled_at', 'timestamptz')
    .addColumn('started_at', 'timestamptz')
    .addColumn('ended_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .execute();
  await sql`create index interviews_company on interviews (company_id, created_at desc, id)`.execute(db);
  await sql`create index interviews_active on interviews (company_id) where status = 'active'`.execute(db);
  // A candidate who joined; `id` is the participant id in their token.
  await db.schema
    .createTable('candidates')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(newId))
    .addColumn('interview_id', 'uuid', (c) => c.notNull().references('interviews.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('joined_at', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .execute();
  await db.schema.createIndex('candidates_interview').on('candidates').column('interview_id').execute();
}

async function createDocuments(db: AnyDatabase): Promise<void> {
  // The document at its last snapshot: loading replays only the log's rows after `through_id`.
  await db.schema
    .createTable('documents')
    .addColumn('interview_id', 'uuid', (c) => c.primaryKey().references('interviews.id').onDelete('cascade'))
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('editor_settings', 'jsonb')
    .addColumn('snapshot', 'bytea', (c) => c.notNull())
    .addColumn('through_id', 'bigint', (c) => c.notNull().defaultTo(0))
    // The participant behind each Yjs client id, for the rows that the snapshot includes.
    .addColumn('writers', 'jsonb', (c) => c.notNull().defaultTo(empty))
    // The text at the last save, which is the base if a save names none.
    .addColumn('saved_text', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .execute();
  // The update log, the source of truth of every document. Ids are global: a gapless number per room would serialise
  // the nodes.
  await db.schema
    .createTable('document_updates')
    .addColumn('id', 'bigint', (c) => c.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('interview_id', 'uuid', (c) => c.notNull().references('interviews.id').onDelete('cascade'))
    .addColumn('op_id', 'text', (c) => c.notNull())
    .addColumn('participant_id', 'uuid')
    .addColumn('at', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .addColumn('bytes', 'bytea', (c) => c.notNull())
    .addUniqueConstraint('document_updates_once', ['interview_id', 'op_id'])
    .execute();
  await db.schema
    .createIndex('document_updates_replay')
    .on('document_updates')
    .columns(['interview_id', 'id'])
    .execute();
}
