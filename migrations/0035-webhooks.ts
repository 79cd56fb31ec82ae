import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Webhooks and their deliveries, an outbox that one node at a time works off. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('company_id', 'uuid', (c) => c.notNull().references('companies.id').onDelete('cascade'))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('events', sql`text[]`, (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('old_secret', 'text')
    .addColumn('old_secret_until', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addColumn('failing_since', 'timestamptz')
    .addColumn('disabled_at', 'timestamptz')
    // A node delivers its messages until then; another one takes over afterwards.
    .addColumn('claimed_until', 'timestamptz')
    .execute();
  await db.schema.createIndex('webhooks_of_company').on('webhooks').column('company_id').execute();
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'uuid', (c) => c.primaryKey().defaultTo(sql`gen_random_uuid()`))
    .addColumn('webhook_id', 'uuid', (c) => c.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('company_id', 'uuid', (c) => c.notNull().references('companies.id').onDelete('cascade'))
    .addColumn('interview_id', 'uuid', (c) => c.notNull().references('interviews.id').onDelete('cascade'))
    .addColumn('type', 'text', (c) => c.notNull())
    // Text, not JSON, because the signature is over these bytes.
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`clock_timestamp()`))
    .addColumn('due_at', 'timestamptz', (c) => c.defaultTo(sql`now()`))
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('tried_at', 'timestamptz')
    .addColumn('status', 'integer')
    .addColumn('failure', 'text')
    .addColumn('delivered_at', 'timestamptz')
    .execute();
  await sql`create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where due_at is not null`.execute(
    db,
  );
  await db.schema
    .createIndex('webhook_deliveries_of_webhook')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'created_at'])
    .execute();
  await db.schema.createIndex('webhook_deliveries_of_company').on('webhook_deliveries').column('company_id').execute();
  await db.schema
    .createIndex('webhook_deliveries_of_interview')
    .on('webhook_deliveries')
    .column('interview_id')
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('webhook_deliveries').execute();
  await db.schema.dropTable('webhooks').execute();
}
