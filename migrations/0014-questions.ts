import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Questions with their versions, templates, and the template that an interview began from. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('questions')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('company_id', 'uuid', (c) => c.notNull().references('companies.id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('archived_at', 'timestamptz')
    .addColumn('used_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .addColumn('updated_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .execute();
  await sql`create index questions_of_company on questions (company_id, updated_at desc)`.execute(db);
  await db.schema
    .createTable('question_versions')
    .addColumn('question_id', 'uuid', (c) => c.notNull().references('questions.id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('at', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .addColumn('user_id', 'uuid', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('guide', 'text', (c) => c.notNull())
    .addColumn('starters', 'jsonb', (c) => c.notNull())
    .addColumn('data', 'text')
    .addColumn('tests', 'jsonb', (c) => c.notNull())
    .addColumn('minutes', 'integer')
    .addColumn('tags', 'jsonb', (c) => c.notNull())
    .addPrimaryKeyConstraint('question_versions_once', ['question_id', 'version'])
    .execute();
  // A deleted account is removed from the versions that it stored.
  await sql`create index question_versions_user on question_versions (user_id) where user_id is not null`.execute(db);
  await db.schema
    .createTable('interview_templates')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('company_id', 'uuid', (c) => c.notNull().references('companies.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('criteria', 'jsonb', (c) => c.notNull())
    .addColumn('asks_before_admitting', 'boolean', (c) => c.notNull())
    .addColumn('typing_mode', 'text', (c) => c.notNull())
    .addColumn('allows_runs', 'boolean', (c) => c.notNull())
    .addColumn('updated_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .execute();
  await sql`create index interview_templates_of_company on interview_templates (company_id)`.execute(db);
  await db.schema
    .createTable('template_questions')
    .addColumn('template_id', 'uuid', (c) => c.notNull().references('interview_templates.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('question_id', 'uuid', (c) => c.notNull().references('questions.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('template_questions_order', ['template_id', 'position'])
    .execute();
  await sql`create index template_questions_of on template_questions (question_id)`.execute(db);
  await db.schema
    .alterTable('interviews')
    .addColumn('template_id', 'uuid', (c) => c.references('interview_templates.id').onDelete('set null'))
    .execute();
  await sql`create index interviews_template on interviews (template_id) where template_id is not null`.execute(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  await sql`drop index interviews_template`.execute(db);
  await db.schema.alterTable('interviews').dropColumn('template_id').execute();
  await db.schema.dropTable('template_questions').execute();
  await db.schema.dropTable('interview_templates').execute();
  await db.schema.dropTable('question_versions').execute();
  await db.schema.dropTable('questions').execute();
}
