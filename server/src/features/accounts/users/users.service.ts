import { randomUUID } from 'node:crypto';
import type { User } from '@cip/contracts/accounts/interviewers';
import type { Config } from '../../../platform/config/config.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { AppError, invalid } from '../../../errors.ts';
import { isCommonPassword } from '../../../platform/security/common-passwords.ts';
import { hashPassword } from '../../../platform/security/password.ts';
import { isUniqueViolation } from '../../../platform/database/unique-violation.ts';
import { isReserved } from '../records/email-links.repository.ts';
import { deleteResets } from '../records/password-reset.repository.ts';
import * as users from '../records/users.repository.ts';
import * as credentials from '../records/credentials.repository.ts';

/** For other features, which import services only. */
export const { USER_COLUMNS, countInterviewers, countRoles, listEmails, seesAll } = users;

/** Returns a user who is invited, with the password's hash; undefined if their account is gone. */
export const findInvited = credentials.findCredentialsById;

/** The e-mail belongs to an account of any company, or is reserved for one. */
export class TakenEmail extends AppError {
  constructor() {
    super('invalid', 'This email is already registered', { email: ['This email is already registered'] });
  }
}

/** Adds a user. Throws `invalid` if a user of any company has the e-mail. */
export function createUser(trx: Transaction, user: users.NewUser): Promise<User> {
  return refusingTakenEmail(trx, users.insertUser(trx, user));
}

/** Changes the company's owner; a new e-mail ends the open reset links. Throws `invalid` if the e-mail is taken. */
export async function updateOwner(
  trx: Transaction,
  companyId: string,
  owner: Parameters<typeof users.updateOwner>[2] & { isNewEmail: boolean },
): Promise<User> {
  const { id } = await users.findOwner(trx, companyId);
  await users.recordCandidacies(trx, id, owner.email);
  const user = await refusingTakenEmail(trx, users.updateOwner(trx, companyId, owner));
  if (owner.isNewEmail) await deleteResets(trx, user.id);
  return user;
}

/**
 * Changes a user other than the owner; new credentials end the open reset links. Throws `invalid` for a taken e-mail.
 */
export async function updateInterviewer(
  trx: Transaction,
  companyId: string,
  userId: string,
  change: Parameters<typeof users.updateInterviewer>[3] & { isNewLogin: boolean },
): Promise<User> {
  await users.recordCandidacies(trx, userId, change.email);
  const user = await refusingTakenEmail(trx, users.updateInterviewer(trx, companyId, userId, change));
  if (change.isNewLogin) await deleteResets(trx, userId);
  return user;
}

/** Replaces a password if its hash is still `from`, and ends the open reset links; returns whether it did. */
export async function replacePassword(
  trx: Transaction,
  companyId: string,
  userId: string,
  change: { from: string; to: string },
): Promise<boolean> {
  const isReplaced = await credentials.replacePassword(trx, companyId, userId, change);
  if (isReplaced) await deleteResets(trx, userId);
  return isReplaced;
}

/** Sets a user's password and ends the open reset links; returns the e-mail, or undefined if the user is gone. */
export async function setPassword(trx: Transaction, userId: string, passwordHash: string): Promise<string | undefined> {
  await deleteResets(trx, userId);
  return credentials.setPassword(trx, userId, passwordHash);
}

/**
 * Restores an earlier e-mail of a user, which an e-mailed link has confirmed, with a random password; returns the user.
 * Throws `invalid` if the e-mail is taken.
 */
export async function restoreEmail(trx: Transaction, userId: string, email: string) {
  const password = await hashPassword(randomUUID());
  await users.recordCandidacies(trx, userId, email);
  return refusingTakenEmail(trx, users.restoreEmail(trx, userId, email, password));
}

/** Settles like `write`, but throws TakenEmail if the e-mail is taken, or if a pending undo reserves it. */
async function refusingTakenEmail<T extends { id: string; email: string }>(
  trx: Transaction,
  write: Promise<T>,
): Promise<T> {
  try {
    const user = await write;
    // After the write, because that waits for a concurrent change that frees the e-mail.
    if (await isReserved(trx, user.email, user.id)) throw new TakenEmail();
    return user;
  } catch (error) {
    throw isUniqueViolation(error, 'users_email_unique') ? new TakenEmail() : error;
  }
}

/** Returns whether e-mails count as verified from the start: only production requires a confirmation. */
export const isVerifiedAtOnce = ({ production }: Pick<Config, 'production'>) => !production;

/** Hashes a new password. Throws `invalid` under `field` if it is too short or, in production, too common. */
export async function hashNewPassword(
  {
    passwordMinLength,
    passwordHashing,
    production,
  }: Pick<Config, 'passwordMinLength' | 'passwordHashing' | 'production'>,
  password: string,
  field: 'password' | 'new_password',
): Promise<string> {
  if ([...password].length < passwordMinLength)
    throw invalid(field, `Password must be at least ${passwordMinLength} characters`);
  if (production && (await isCommonPassword(password)))
    throw invalid(field, 'This password is too common. Please choose another one.');
  return hashPassword(password, passwordHashing);
}
