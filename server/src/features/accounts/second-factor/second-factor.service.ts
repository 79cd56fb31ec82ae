import { createHash, randomBytes } from 'node:crypto';
import {
  RECOVERY_CODES,
  type beginSecondFactor as beginCall,
  type getSecondFactor as getCall,
} from '@cip/contracts/auth-second-factor';
import type { Reply } from '@cip/contracts/endpoint';
import type { Transaction } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { AppContext } from '../../../context.ts';
import type { Database, Tables } from '../../../platform/database/database.ts';
import { conflict, invalid } from '../../../errors.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { findUser } from '../users/users.service.ts';
import { endResetLinks } from '../emails/account-links.service.ts';
import { liftSetUp } from '../sign-in/auth.repository.ts';
import { orderSecondFactorMail } from './second-factor-mails.service.ts';
import * as factors from './second-factor.repository.ts';

const ISSUER = 'Code Interview Platform';
/** A clock may be one step of 30 s off, either way. */
const WINDOW_STEPS = 1;
/** Characters of a recovery code: 120 bits, which no hash has to slow down (ASVS asks for 112). */
const RECOVERY_CODE_CHARS = 24;
/** Without those that look alike. */
const RECOVERY_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

const alreadyOn = () => conflict('Two-step sign-in is already switched on.');
const requiredHere = () => conflict('Your company requires two-step sign-in, so it cannot be switched off.');
const wrongCode = () => invalid('code', 'This code is not right. Codes change every 30 seconds.');

/** Whether a user's sign-in takes a second step. */
export async function hasSecondFactor(db: Database, userId: string): Promise<boolean> {
  const factor = await factors.findSecondFactor(db, userId);
  return factor !== undefined && factor.confirmed_at !== null;
}

/** How the caller's second step stands. */
export async function readSecondFactor(
  { db }: Pick<AppContext, 'db'>,
  { userId }: Principal,
): Promise<Reply<typeof getCall>> {
  const [enabled, left] = [await hasSecondFactor(db, userId), await factors.countRecoveryCodes(db, userId)];
  return { enabled, recovery_codes_left: left };
}

/** Makes a secret for the caller's authenticator app. Throws `conflict` when one is in force. */
export async function beginSecondFactor(
  { db, vault }: Pick<AppContext, 'db' | 'vault'>,
  { companyId, userId }: Principal,
): Promise<Reply<typeof beginCall>> {
  const secret = new Secret({ size: 20 });
  if (!(await factors.keepSecret(db, userId, vault.seal(secret.base32)))) throw alreadyOn();
  const user = await findUser(db, companyId, userId);
  const url = new TOTP({ issuer: ISSUER, label: user?.email ?? '', secret }).toString();
  return { secret: secret.base32, url };
}

/**
 * Switches the second step on and answers with the recovery codes. Throws `invalid` for a wrong code and `conflict`
 * when there is nothing to confirm.
 */
export async function confirmSecondFactor(
  { db, vault, mails }: Pick<AppContext, 'db' | 'vault' | 'mails'>,
  { companyId, userId }: Principal,
  code: string,
): Promise<string[]> {
  const factor = await factors.findSecondFactor(db, userId);
  if (!factor) throw conflict('Please begin the set-up again.');
  if (factor.confirmed_at !== null) throw alreadyOn();
  const step = stepOf(vault.open(factor.secret), plain(code));
  if (step === null) throw wrongCode();
  const codes = newRecoveryCodes();
  await db.transaction().execute(async (trx) => {
    if (!(await factors.confirmSecret(trx, userId, step))) throw alreadyOn();
    await factors.replaceRecoveryCodes(trx, userId, codes.map(hashOf));
    await endResetLinks(trx, userId);
    await liftSetUp(trx, userId);
    await recordAudit(trx, { companyId, action: 'account.two_factor_enabled', by: { userId } });
    await orderSecondFactorMail({ mails }, trx, { companyId, userId }, 'second-factor-on');
  });
  return codes;
}

/** Puts new recovery codes in place of the caller's. Throws `conflict` when no second step is in force. */
export async function renewRecoveryCodes(
  { db, mails }: Pick<AppContext, 'db' | 'mails'>,
  { companyId, userId }: Principal,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await db.transaction().execute(async (trx) => {
    // Locked: switching off at the same time must leave no codes behind.
    if (!(await factors.lockConfirmed(trx, userId))) throw conflict('Two-step sign-in is not switched on.');
    await factors.replaceRecoveryCodes(trx, userId, codes.map(hashOf));
    await endResetLinks(trx, userId);
    await recordAudit(trx, { companyId, action: 'account.recovery_codes_renewed', by: { userId } });
    await orderSecondFactorMail({ mails }, trx, { companyId, userId }, 'recovery-codes-new');
  });
  return codes;
}

/** Switches the caller's second step off. Throws `conflict` where the company requires it. */
export async function disableSecondFactor(
  { db, mails }: Pick<AppContext, 'db' | 'mails'>,
  { companyId, userId }: Principal,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await factors.isRequired(trx, companyId)) throw requiredHere();
    const wasOn = await endSecondFactor(trx, userId);
    await recordAudit(trx, { companyId, action: 'account.two_factor_disabled', by: { userId } });
    if (wasOn) await orderSecondFactorMail({ mails }, trx, { companyId, userId }, 'second-factor-off');
  });
}

/** Deletes a user's second step and ends the open reset links; returns whether one was in force. */
export async function endSecondFactor(trx: Transaction<Tables>, userId: string): Promise<boolean> {
  const wasOn = await factors.lockConfirmed(trx, userId);
  await factors.deleteSecondFactor(trx, userId);
  await endResetLinks(trx, userId);
  return wasOn;
}

/** Whether a code of the app, or a recovery code, fits; it is used up by that. */
export async function fitsSecondFactor(
  { db, vault }: Pick<AppContext, 'db' | 'vault'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const typed = plain(code);
  if (!/^\d{6}$/.test(typed)) return factors.takeRecoveryCode(db, userId, hashOf(typed));
  const factor = await factors.findSecondFactor(db, userId);
  const step = factor ? stepOf(vault.open(factor.secret), typed) : null;
  return step !== null && factors.takeStep(db, userId, step);
}

function stepOf(secret: string | null, token: string): number | null {
  if (secret === null) return null;
  const timestamp = Date.now();
  const delta = TOTP.validate({ token, secret: Secret.fromBase32(secret), window: WINDOW_STEPS, timestamp });
  return delta === null ? null : TOTP.counter({ timestamp }) + delta;
}

const newRecoveryCodes = () => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

function newRecoveryCode(): string {
  const letters = [...randomBytes(RECOVERY_CODE_CHARS)].map((byte) => RECOVERY_ALPHABET.charAt(byte % 32));
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-');
}

const plain = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase();
const hashOf = (code: string) => createHash('sha256').update(plain(code)).digest('base64url');
