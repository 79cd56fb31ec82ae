import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Keys with which programs of a company call the API. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('company_id', 'uuid', (c) => c.notNull().references('companies.id').onDelete('cascade'))
    // A key acts for its owner, and never without one.
    .addColumn('created_by', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull().check(sql`scope in ('read', 'write')`))
    .addColumn('digest', 'text', (c) => c.notNull().unique())
    .addColumn('hint', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .addColumn('last_used_at', 'timestamptz')
    // A revoked key stays as long as the audit log names it.
    .addColumn('revoked_at', 'timestamptz')
    .execute();
  await db.schema.createIndex('api_keys_of_company').on('api_keys').column('company_id').execute();
  await db.schema.createIndex('api_keys_of_user').on('api_keys').column('created_by').execute();
  // No reference, as for accounts, because an entry outlives the key.
  await db.schema.alterTable('audit_log').addColumn('actor_key_id', 'uuid').execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('audit_log').dropColumn('actor_key_id').execute();
  await db.schema.dropTable('api_keys').execute();
}
