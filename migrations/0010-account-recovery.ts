import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

const now = sql`now()`;

/** Adds recent sign-ins, links that undo an e-mail change or verify an e-mail, and a required second step. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('auth_sessions')
    .addColumn('authenticated_at', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .addColumn('needs_second_factor', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute();
  await sql`update auth_sessions set authenticated_at = created_at`.execute(db);
  await db.schema
    .alterTable('companies')
    .addColumn('requires_second_factor', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute();
  await db.schema.alterTable('users').addColumn('email_verified_at', 'timestamptz').execute();
  // Existing accounts count as verified, because an upgrade must not stop their invitations.
  await sql`update users set email_verified_at = now()`.execute(db);
  await createEmailLinks(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('email_links').execute();
  await db.schema.alterTable('users').dropColumn('email_verified_at').execute();
  await db.schema.alterTable('companies').dropColumn('requires_second_factor').execute();
  await db.schema
    .alterTable('auth_sessions')
    .dropColumn('authenticated_at')
    .dropColumn('needs_second_factor')
    .execute();
}

async function createEmailLinks(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('email_links')
    // In the order of creation, because using a link invalidates the later ones.
    .addColumn('id', 'bigint', (c) => c.primaryKey().generatedAlwaysAsIdentity())
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('undo', 'verify')`))
    // The address to restore or to verify.
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('was_verified', 'boolean', (c) => c.notNull())
    // Null until the mail is written: the token itself is only in the mail.
    .addColumn('token_hash', 'text', (c) => c.unique())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('email_links_user').on('email_links').column('user_id').execute();
  await sql`create index email_links_email on email_links (lower(email))`.execute(db);
}
