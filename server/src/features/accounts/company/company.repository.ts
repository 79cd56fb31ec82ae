import type { NotificationPreferences, Visibility } from '@cip/contracts/accounts/company';
import type { Rules } from '@cip/contracts/rooms/rules';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';

/** The profile of a company. */
export interface CompanyProfile extends Rules {
  name: string;
  email: string;
  phone: string | null;
  call_link: string | null;
}

/** Adds a company and returns its id. */
export async function insertCompany(
  trx: Transaction,
  company: Omit<CompanyProfile, 'call_link' | keyof Rules> & { address: string | null },
): Promise<string> {
  const row = await trx.insertInto('companies').values(company).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

const isEmailVerified = sql<boolean>`exists (
  select from users where company_id = companies.id and role = 'owner' and email_verified_at is not null)`;

/** Returns a company; throws if it does not exist. */
export function getCompany(db: Database, companyId: string) {
  return db
    .selectFrom('companies')
    .select([
      'id',
      'name',
      'email',
      'phone',
      'address',
      'call_link',
      'rule',
      'completion',
      'notification_preferences',
      'requires_second_factor',
      'interviews_visible_to',
    ])
    .select(isEmailVerified.as('email_verified'))
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
}

/**
 * Locks a company until the transaction ends and returns its profile. Inserts of rows that only reference the company,
 * such as the audit log's, do not wait.
 */
export function lockCompany(trx: Transaction, companyId: string): Promise<CompanyProfile> {
  return trx
    .selectFrom('companies')
    .select(['name', 'email', 'phone', 'call_link', 'rule', 'completion'])
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Changes the profile of a company; if the phone or call link is undefined, it stays as it is. */
export async function updateProfile(
  trx: Transaction,
  companyId: string,
  {
    name,
    email,
    phone,
    call_link: link,
    rule,
    completion,
  }: Pick<CompanyProfile, 'name' | 'email' | keyof Rules> & {
    phone: string | null | undefined;
    call_link: string | null | undefined;
  },
): Promise<void> {
  await trx
    .updateTable('companies')
    .set({
      name,
      email,
      ...(phone !== undefined && { phone }),
      ...(link !== undefined && { call_link: link }),
      rule: rule && JSON.stringify(rule),
      completion,
    })
    .where('id', '=', companyId)
    .execute();
}

/** Returns the name and e-mail of a company; undefined if it is gone. */
export function findContact(db: Database, companyId: string) {
  return db.selectFrom('companies').select(['name', 'email']).where('id', '=', companyId).executeTakeFirst();
}

/** Sets whether every user of the company needs the second step. */
export async function updateSecurity(
  trx: Transaction,
  companyId: string,
  security: { requires_second_factor: boolean },
): Promise<void> {
  await trx.updateTable('companies').set(security).where('id', '=', companyId).execute();
}

/** Sets who sees the company's interviews. */
export async function updateVisibility(
  trx: Transaction,
  companyId: string,
  visibility: { interviews_visible_to: Visibility },
): Promise<void> {
  await trx.updateTable('companies').set(visibility).where('id', '=', companyId).execute();
}

/** Sets the notification preferences of a company. */
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
