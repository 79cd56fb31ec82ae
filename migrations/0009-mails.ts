import { sql, type Kysely } from 'kysely';

type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>;

/**
 * Data for e-mails about interviews and the weekly reports; e-mails and test payers that are deleted with their
 * company.
 */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('interviews').addColumn('time_zone', 'text').execute();
  await db.schema.alterTable('companies').addColumn('reported_until', 'timestamptz').execute();
  await db.schema
    .alterTable('mails')
    .addColumn('company_id', 'uuid', (c) => c.references('companies.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('mails_company').on('mails').column('company_id').execute();
  await db.schema
    .alterTable('test_payments')
    .addColumn('company_id', 'uuid', (c) => c.references('companies.id').onDelete('cascade'))
    .execute();
  await sql`update test_payments set company_id = companies.id from companies
    where test_payments.id = 'tcus_' || replace(companies.id::text, '-', '')`.execute(db);
  await sql`delete from test_payments where company_id is null and id like 'tcus%'`.execute(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('test_payments').dropColumn('company_id').execute();
  await db.schema.alterTable('mails').dropColumn('company_id').execute();
  await db.schema.alterTable('companies').dropColumn('reported_until').execute();
  await db.schema.alterTable('interviews').dropColumn('time_zone').execute();
}
