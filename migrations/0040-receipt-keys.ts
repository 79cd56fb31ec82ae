import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** The keys that sign receipts. A replaced key stays, because old receipts are checked with its public part. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('receipt_keys')
    .addColumn('kid', 'text', (c) => c.primaryKey())
    .addColumn('public_key', 'text', (c) => c.notNull())
    // Sealed; null if the key is the operator's, who has it.
    .addColumn('private_key', 'text')
    .addColumn('is_current', 'boolean', (c) => c.notNull())
    .addColumn('created_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .execute();
  // All nodes sign with the same generated key.
  await sql`create unique index receipt_keys_current on receipt_keys (is_current) where is_current`.execute(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('receipt_keys').execute();
}
