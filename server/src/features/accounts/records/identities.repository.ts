import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { hasRow } from '../../../platform/database/endings.ts';

/** A person at a provider. */
export interface Identity {
  issuer: string;
  subject: string;
}

/** Returns the id of the user whom an identity signs in, or undefined. */
export async function findLinkedUser(db: Database, { issuer, subject }: Identity): Promise<string | undefined> {
  const row = await db
    .selectFrom('provider_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id;
}

/** Links an identity to a user; returns false if either is linked already. */
export async function insertIdentity(
  trx: Transaction,
  userId: string,
  { issuer, subject }: Identity,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('provider_identities')
    .values({ user_id: userId, issuer, subject })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Returns the identities of a user, of every provider that the deployment had. */
export function listIdentities(db: Database, userId: string): Promise<Identity[]> {
  return db
    .selectFrom('provider_identities')
    .select(['issuer', 'subject'])
    .where('user_id', '=', userId)
    .orderBy('issuer')
    .execute();
}

/** Unlinks the identities of a user. */
export async function deleteIdentities(trx: Transaction, userId: string): Promise<void> {
  await trx.deleteFrom('provider_identities').where('user_id', '=', userId).execute();
}

/** Returns the facts that decide how a user may sign in, or undefined. */
export function findSignInFacts(db: Database, userId: string, issuer: string) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'role',
      'has_password',
      sql<boolean>`exists (select from provider_identities where user_id = users.id and issuer = ${issuer})`.as(
        'is_linked',
      ),
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Stores digests of a removed user. */
export async function insertRemoved(trx: Transaction, companyId: string, digests: string[]): Promise<void> {
  await trx
    .insertInto('removed_users')
    .values(digests.map((digest) => ({ company_id: companyId, digest })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns whether one of the digests is a removed user's. */
export function hasRemoved(db: Database, companyId: string, digests: string[]): Promise<boolean> {
  return db
    .selectFrom('removed_users')
    .select('digest')
    .where('company_id', '=', companyId)
    .where('digest', 'in', digests)
    .limit(1)
    .$call(hasRow);
}

/** Returns the company that takes new interviewers from an e-mail domain, or undefined. */
export async function findCompanyOfDomain(db: Database, domain: string): Promise<string | undefined> {
  const row = await db.selectFrom('companies').select('id').where('open_domain', '=', domain).executeTakeFirst();
  return row?.id;
}

/** Returns the domain that a company takes new interviewers from, and locks it until the transaction ends. */
export async function lockDomain(trx: Transaction, companyId: string): Promise<string | null> {
  const { open_domain: domain } = await trx
    .selectFrom('companies')
    .select('open_domain')
    .where('id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return domain;
}

/** Sets that domain; violates `companies_open_domain_key` if another company has it. */
export async function updateDomain(trx: Transaction, companyId: string, domain: string | null): Promise<void> {
  await trx.updateTable('companies').set({ open_domain: domain }).where('id', '=', companyId).execute();
}

/** Returns that domain. */
export async function getDomain(db: Database, companyId: string): Promise<string | null> {
  const row = await db
    .selectFrom('companies')
    .select('open_domain')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return row.open_domain;
}
