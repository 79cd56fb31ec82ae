import type { User } from '@cip/contracts/accounts/interviewers';
import type { GivenRole } from '@cip/contracts/accounts/roles';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { countRows } from '../../../platform/database/endings.ts';

/** A user to add. */
export interface NewUser {
  companyId: string;
  role: User['role'];
  name: string;
  email: string;
  passwordHash: string;
  /** False if the hash is of a random password, which opens nothing. */
  hasPassword?: boolean;
  /** False if the user has to confirm the e-mail first. */
  isEmailVerified: boolean;
}

/** Whether a row of `users` sees all of the company's interviews, and not only their own. */
export const seesAll = sql<boolean>`(users.role <> 'interviewer' or (
  select interviews_visible_to from companies where companies.id = users.company_id) = 'everybody')`;

/** The columns of a user as the API returns them. */
export const USER_COLUMNS = ['id', 'name', 'email', 'role'] as const;

// If only its case changes, an e-mail stays verified.
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
      has_password: user.hasPassword ?? true,
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

/** Returns the company's owner. */
export function findOwner(db: Database, companyId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'email_verified_at'])
    .where('company_id', '=', companyId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
}

/** Marks a user's e-mail as verified; returns their company, or undefined if they have another e-mail by now. */
export async function markVerified(trx: Transaction, userId: string, email: string): Promise<string | undefined> {
  const row = await trx
    .updateTable('users')
    .set({ email_verified_at: sql<string>`now()` })
    .where('id', '=', userId)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .returning('company_id')
    .executeTakeFirst();
  return row?.company_id;
}

/**
 * Records the interviews of a candidate with a user's e-mail before the user gets another one, so that the user cannot
 * read later notes of the interviewers either.
 */
export async function recordCandidacies(trx: Transaction, userId: string, newEmail: string): Promise<void> {
  await sql`
    insert into candidate_accounts (interview_id, user_id)
    select interviews.id, users.id from users
    join interviews on interviews.company_id = users.company_id and lower(candidate_email) = lower(users.email)
    where users.id = ${userId} and lower(users.email) <> lower(${newEmail})
    on conflict do nothing`.execute(trx);
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
export async function restoreEmail(trx: Transaction, userId: string, email: string, passwordHash: string) {
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

/** Changes a user other than the owner; if no hash is given, the password stays. */
export async function updateInterviewer(
  trx: Transaction,
  companyId: string,
  userId: string,
  change: { name: string; email: string; role: GivenRole; passwordHash: string | null; isEmailVerified: boolean },
): Promise<User> {
  return trx
    .updateTable('users')
    .set({
      name: change.name,
      email: change.email,
      role: change.role,
      email_verified_at: verifiedAt(change),
      ...(change.passwordHash !== null && { password_hash: change.passwordHash, has_password: true }),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .where('role', '!=', 'owner')
    .returning(USER_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Returns how many people of some roles the company has. */
export function countRoles(db: Database, companyId: string, roles: readonly GivenRole[]): Promise<number> {
  return db
    .selectFrom('users')
    .where('company_id', '=', companyId)
    .where('role', 'in', [...roles])
    .$call(countRows);
}

/** Returns how many users the plan's limit of interviewers counts: all who interview, without the owner. */
export function countInterviewers(db: Database, companyId: string): Promise<number> {
  return countRoles(db, companyId, ['admin', 'interviewer']);
}

/** Returns the e-mails of all users of the company. */
export async function listEmails(db: Database, companyId: string): Promise<string[]> {
  const rows = await db.selectFrom('users').select('email').where('company_id', '=', companyId).execute();
  return rows.map(({ email }) => email);
}
