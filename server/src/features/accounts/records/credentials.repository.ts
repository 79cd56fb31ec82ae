import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { hasChanged } from '../../../platform/database/endings.ts';
import { USER_COLUMNS } from './users.repository.ts';

const CREDENTIALS = [...USER_COLUMNS, 'company_id', 'password_hash', 'has_password', 'email_verified_at'] as const;

/** Returns a user of any company with the password's hash, by e-mail in any case; or undefined. */
export function findCredentials(db: Database, email: string) {
  return db
    .selectFrom('users')
    .select(CREDENTIALS)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Returns a user's password and the facts that decide whether it is accepted, or undefined. */
export function findPassword(db: Database, companyId: string, userId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'role', 'has_password', 'password_hash'])
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Replaces a password if its hash is still `from`; returns whether it did. */
export function replacePassword(
  trx: Transaction,
  companyId: string,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  return trx
    .updateTable('users')
    .set({ password_hash: to, has_password: true })
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .$call(hasChanged);
}

/** Sets the password of a user of any company; returns their e-mail, or undefined if the user is gone. */
export async function setPassword(trx: Transaction, userId: string, passwordHash: string): Promise<string | undefined> {
  const row = await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, has_password: true })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

/** Returns a user of any company with the password's hash, by id; or undefined. */
export function findCredentialsById(db: Database, userId: string) {
  return db.selectFrom('users').select(CREDENTIALS).where('id', '=', userId).executeTakeFirst();
}
