import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Sign-in with a provider: linked accounts, a company's domain, and spent tokens, which must not be used twice. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('provider_identities')
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addPrimaryKeyConstraint('provider_identities_of_user', ['user_id', 'issuer'])
    .addUniqueConstraint('provider_identities_of_subject', ['issuer', 'subject'])
    .execute();
  await db.schema
    .createTable('removed_users')
    .addColumn('company_id', 'uuid', (c) => c.notNull().references('companies.id').onDelete('cascade'))
    // Keyed digests, so that removed people cannot be read from it.
    .addColumn('digest', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('removed_users_pk', ['company_id', 'digest'])
    .execute();
  await db.schema
    .createTable('spent_tokens')
    .addColumn('digest', 'text', (c) => c.primaryKey())
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('spent_tokens_expiry').on('spent_tokens').column('expires_at').execute();
  await db.schema.alterTable('auth_sessions').addColumn('provider_session', 'text').execute();
  await sql`create index auth_sessions_of_provider on auth_sessions (provider_session)
    where provider_session is not null`.execute(db);
  await db.schema
    .alterTable('users')
    .addColumn('has_password', 'boolean', (c) => c.notNull().defaultTo(true))
    .execute();
  await db.schema
    .alterTable('companies')
    .addColumn('open_domain', 'text', (c) => c.unique())
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('companies').dropColumn('open_domain').execute();
  await db.schema.alterTable('users').dropColumn('has_password').execute();
  await db.schema.dropIndex('auth_sessions_of_provider').execute();
  await db.schema.alterTable('auth_sessions').dropColumn('provider_session').execute();
  await db.schema.dropTable('spent_tokens').execute();
  await db.schema.dropTable('removed_users').execute();
  await db.schema.dropTable('provider_identities').execute();
}
