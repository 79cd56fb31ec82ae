import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

const now = sql`now()`;

/** Devices of sign-ins, password resets, two-step sign-in, and the queue of e-mails. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('auth_sessions')
    .addColumn('device', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('address', 'text', (c) => c.notNull().defaultTo(''))
    // A keyed digest to recognize the network; the address itself is stored only in its coarse form.
    .addColumn('network', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('last_used_at', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .execute();
  await createPasswordResets(db);
  await createSecondFactors(db);
  await createMails(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  for (const table of ['mails', 'recovery_codes', 'second_factors', 'password_resets'])
    await db.schema.dropTable(table).execute();
  let table = db.schema.alterTable('auth_sessions').dropColumn('device');
  for (const column of ['address', 'network', 'last_used_at']) table = table.dropColumn(column);
  await table.execute();
}

async function createPasswordResets(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('password_resets')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('password_resets_user').on('password_resets').column('user_id').execute();
}

async function createSecondFactors(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('second_factors')
    .addColumn('user_id', 'uuid', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('secret', 'text', (c) => c.notNull())
    // Null until a first code was entered.
    .addColumn('confirmed_at', 'timestamptz')
    // The time step of the last accepted code; a code is accepted once.
    .addColumn('last_step', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'uuid', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recovery_codes_pkey', ['user_id', 'code_hash'])
    .execute();
}

async function createMails(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('mails')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('data', 'jsonb', (c) => c.notNull())
    // E-mails about an interview are deleted with it.
    .addColumn('interview_id', 'uuid', (c) => c.references('interviews.id').onDelete('cascade'))
    .addColumn('due_at', 'timestamptz', (c) => c.notNull().defaultTo(now))
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('mails_due').on('mails').column('due_at').execute();
  await db.schema.createIndex('mails_interview').on('mails').column('interview_id').execute();
}
