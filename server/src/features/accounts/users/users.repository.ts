import type { User } from '@cip/contracts/interviewers';
import { sql, type Transaction } from 'kysely';
import type { Database, Tables } from '../../../platform/database/database.ts';

/** A user to add. */
export interface NewUser {
  companyId: string;
  role: User['role'];
  name: string;
  email: string;
  passwordHash: string;
  /** False where the user has to confirm the e-mail first. */
  isEmailVerified: boolean;
}

/** The columns of a user as the API returns one. */
export const USER_COLUMNS = ['id', 'name', 'email', 'role'] as const;

// An e-mail that only changes its case stays verified.
const verifiedAt = ({ email, isEmailVerified }: { email: string; isEmailVerified: boolean }) =>
  sql<string | null>`case when lower(email) = ${email.toLowerCase()} then email_verified_at
    when ${isEmailVerified}::boolean then now() end`;

/** Adds a user. */
export function insertUser(db: Database, user: NewUser): Promise<User> {
  return db
    .insertInto('users')
    .values({
      company_id: user.companyId,
      role: user.role,
      name: user.name,
      email: user.email,
      password_hash: user.passwordHash,
      email_verified_at: user.isEmailVerified ? sql<string>`now()` : null,
    })
    .returning(USER_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Returns a user of the company, or undefined. */
export function findUser(db: Database, companyId: string, userId: string): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Returns a user of any company with the password's hash, by e-mail in any case; or undefined. */
export function findCredentials(db: Database, email: string) {
  return db
    .selectFrom('users')
    .select([...USER_COLUMNS, 'company_id', 'password_hash'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Returns the hash of a user's password, or undefined. */
export async function findPasswordHash(db: Database, companyId: string, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.password_hash;
}

/** Replaces a password if its hash is still `from`; returns whether it did. */
export async function replacePassword(
  trx: Transaction<Tables>,
  companyId: string,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ password_hash: to })
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Sets the password of a user of any company; returns their e-mail, or undefined when the user is gone. */
export async function setPassword(
  trx: Transaction<Tables>,
  userId: string,
  passwordHash: string,
): Promise<string | undefined> {
  const row = await trx
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

/** Returns a user of any company with the password's hash, by id; or undefined. */
export function findCredentialsById(db: Database, userId: string) {
  return db
    .selectFrom('users')
    .select([...USER_COLUMNS, 'company_id', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** Returns the company's owner. */
export function findOwner(db: Database, companyId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'email_verified_at'])
    .where('company_id', '=', companyId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
}

/** Marks a user's e-mail as verified; returns their company, or undefined when they have another e-mail by now. */
export async function markVerified(
  trx: Transaction<Tables>,
  userId: string,
  email: string,
): Promise<string | undefined> {
  const row = await trx
    .updateTable('users')
    .set({ email_verified_at: sql<string>`now()` })
    .where('id', '=', userId)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .returning('company_id')
    .executeTakeFirst();
  return row?.company_id;
}

/** Changes the company's owner; a new e-mail is unverified unless `isEmailVerified`. */
export function updateOwner(
  db: Database,
  companyId: string,
  owner: { name: string; email: string; isEmailVerified: boolean },
): Promise<User> {
  return db
    .updateTable('users')
    .set({ name: owner.name, email: owner.email, email_verified_at: verifiedAt(owner) })
    .where('company_id', '=', companyId)
    .where('role', '=', 'owner')
    .returning(USER_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Sets a user's e-mail, as verified, and password; an owner's e-mail is also the company's. */
export async function restoreEmail(trx: Transaction<Tables>, userId: string, email: string, passwordHash: string) {
  const user = await trx
    .updateTable('users')
    .set({ email, password_hash: passwordHash, email_verified_at: sql<string>`now()` })
    .where('id', '=', userId)
    .returning([...USER_COLUMNS, 'company_id', 'password_hash'])
    .executeTakeFirstOrThrow();
  if (user.role === 'owner')
    await trx.updateTable('companies').set({ email }).where('id', '=', user.company_id).execute();
  return user;
}

/** Changes an interviewer of the company; without a hash the password stays. */
export async function updateInterviewer(
  trx: Transaction<Tables>,
  companyId: string,
  userId: string,
  change: { name: string; email: string; passwordHash: string | null; isEmailVerified: boolean },
): Promise<User> {
  return trx
    .updateTable('users')
    .set({
      name: change.name,
      email: change.email,
      email_verified_at: verifiedAt(change),
      ...(change.passwordHash !== null && { password_hash: change.passwordHash }),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .where('role', '=', 'interviewer')
    .returning(USER_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Returns how many interviewers the company has, without the owner. */
export async function countInterviewers(db: Database, companyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('role', '=', 'interviewer')
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns the e-mails of all users of the company. */
export async function listEmails(db: Database, companyId: string): Promise<string[]> {
  const rows = await db.selectFrom('users').select('email').where('company_id', '=', companyId).execute();
  return rows.map(({ email }) => email);
}
