import type { NotificationPreferences } from '@cip/contracts/company';
import { sql, type Transaction } from 'kysely';
import type { Database, Tables } from '../../../platform/database/database.ts';

/** What a company says of itself. */
export interface CompanyProfile {
  name: string;
  email: string;
  phone: string | null;
}

/** Adds a company and answers with its id. */
export async function insertCompany(
  trx: Transaction<Tables>,
  company: CompanyProfile & { address: string | null },
): Promise<string> {
  const row = await trx.insertInto('companies').values(company).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

const isEmailVerified = sql<boolean>`exists (
  select from users where company_id = companies.id and role = 'owner' and email_verified_at is not null)`;

/** A company, which has to be there. */
export function getCompany(db: Database, companyId: string) {
  return db
    .selectFrom('companies')
    .select(['id', 'name', 'email', 'phone', 'address', 'notification_preferences', 'requires_second_factor'])
    .select(isEmailVerified.as('email_verified'))
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
}

/** Locks a company until the transaction ends and returns what it says of itself. */
export function lockCompany(trx: Transaction<Tables>, companyId: string): Promise<CompanyProfile> {
  return trx
    .selectFrom('companies')
    .select(['name', 'email', 'phone'])
    .where('id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Changes what the company says of itself; an absent phone stays. */
export async function updateProfile(
  trx: Transaction<Tables>,
  companyId: string,
  { name, email, phone }: Omit<CompanyProfile, 'phone'> & { phone: string | null | undefined },
): Promise<void> {
  await trx
    .updateTable('companies')
    .set({ name, email, ...(phone !== undefined && { phone }) })
    .where('id', '=', companyId)
    .execute();
}

/** Whom a company's report goes to, or undefined when the company is gone. */
export function findForReport(db: Database, companyId: string) {
  return db.selectFrom('companies').select(['name', 'email']).where('id', '=', companyId).executeTakeFirst();
}

/** Requires the second step of every user of the company, or not. */
export async function updateSecurity(
  trx: Transaction<Tables>,
  companyId: string,
  security: { requires_second_factor: boolean },
): Promise<void> {
  await trx.updateTable('companies').set(security).where('id', '=', companyId).execute();
}

/** Keeps what the company wants to be told of. */
export async function updateNotificationPreferences(
  db: Database,
  companyId: string,
  preferences: NotificationPreferences,
): Promise<void> {
  await db
    .updateTable('companies')
    .set({ notification_preferences: JSON.stringify(preferences) })
    .where('id', '=', companyId)
    .execute();
}
