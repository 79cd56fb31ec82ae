import type { User } from '@cip/contracts/interviewers';
import type { Config } from '../../config.ts';
import type { Database } from '../../database.ts';
import { invalid } from '../../errors.ts';
import { isCommonPassword } from '../../platform/common-passwords.ts';
import { hashPassword } from '../../platform/password.ts';
import { isUniqueViolation } from '../../platform/unique-violation.ts';
import * as users from './users.repository.ts';

export const {
  findUser,
  findCredentials,
  findCredentialsById,
  findPasswordHash,
  replacePassword,
  setPassword,
  countInterviewers,
  listEmails,
} = users;

/** Adds a user. Throws `invalid` when the e-mail belongs to somebody, of whatever company. */
export function createUser(db: Database, user: users.NewUser): Promise<User> {
  return refusingTakenEmail(users.insertUser(db, user));
}

/** Gives the company's owner another name and e-mail. Throws `invalid` when the e-mail belongs to somebody. */
export function updateOwner(db: Database, companyId: string, owner: { name: string; email: string }): Promise<void> {
  return refusingTakenEmail(users.updateOwner(db, companyId, owner));
}

/** Settles like the write it is given, but tells of a taken e-mail as of a refused field. */
export async function refusingTakenEmail<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_unique')) throw invalid('email', 'This email is already registered');
    throw error;
  }
}

/** Hashes a new password. Throws `invalid` under `field` when it is too short or, in production, too common. */
export async function hashNewPassword(
  { passwordMinLength, production }: Pick<Config, 'passwordMinLength' | 'production'>,
  password: string,
  field: 'password' | 'new_password',
): Promise<string> {
  if ([...password].length < passwordMinLength)
    throw invalid(field, `Password must be at least ${passwordMinLength} characters`);
  if (production && (await isCommonPassword(password)))
    throw invalid(field, 'This password is too common. Please choose another one.');
  return hashPassword(password);
}
