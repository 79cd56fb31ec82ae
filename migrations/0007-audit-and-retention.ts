import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** The audit log, and how many days a company retains its finished interviews. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('audit_log')
    .addColumn('id', 'bigint', (c) => c.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('company_id', 'uuid', (c) => c.notNull().references('companies.id').onDelete('cascade'))
    .addColumn('at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull().check(sql`actor in ('user', 'candidate', 'product')`))
    // No references and no names: an entry outlives the account, but the account's name must not.
    .addColumn('actor_id', 'uuid')
    .addColumn('subject_id', 'uuid')
    .addColumn('details', 'jsonb', (c) => c.notNull().defaultTo(sql`'{}'::jsonb`))
    .execute();
  await sql`create index audit_log_company on audit_log (company_id, id desc)`.execute(db);
  await db.schema.createIndex('audit_log_at').on('audit_log').column('at').execute();
  await db.schema
    .alterTable('companies')
    .addColumn('retention_days', 'integer', (c) => c.check(sql`retention_days between 1 and 3650`))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('companies').dropColumn('retention_days').execute();
  await db.schema.dropTable('audit_log').execute();
}
