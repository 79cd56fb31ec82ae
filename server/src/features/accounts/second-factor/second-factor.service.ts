import { randomBytes } from 'node:crypto';
import {
  RECOVERY_CODES,
  type beginSecondFactor as beginCall,
  type getSecondFactor as getCall,
} from '@cip/contracts/accounts/auth-second-factor';
import type { Reply } from '@cip/contracts/protocol/endpoint';
import { Secret, TOTP } from 'otpauth';
import type { DbContext, MailContext, SignInContext } from '../../../context.ts';
import type { Database, Transaction } from '../../../platform/database/database.ts';
import { conflict, invalid } from '../../../errors.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { digestOf } from '../../../platform/security/digest-of.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { findUser } from '../records/users.repository.ts';
import { deleteResets } from '../records/password-reset.repository.ts';
import { clearSetUpRequirement } from '../records/auth.repository.ts';
import { orderSecondFactorMail } from './second-factor-mails.service.ts';
import * as factors from '../records/second-factor.repository.ts';

const ISSUER = 'Code Interview Platform';
/** A phone's clock may be one step of 30 s off, either way. */
const WINDOW_STEPS = 1;
/** Characters of a recovery code: 120 bits, so that a fast hash is enough (ASVS requires 112). */
const RECOVERY_CODE_CHARS = 24;
/** Letters and digits without look-alikes. */
const RECOVERY_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

const beginAgain = () => conflict('Please begin the set-up again.');
const alreadyOn = () => conflict('Two-step sign-in is already switched on.');
const requiredHere = () => conflict('Your company requires two-step sign-in, so it cannot be switched off.');

/** The refusal of a code that does not fit. */
export const wrongCode = () => invalid('code', 'This code is not right. Codes change every 30 seconds.');

/** Returns whether a user's sign-in takes a second step. */
export async function hasSecondFactor(db: Database, userId: string): Promise<boolean> {
  const factor = await factors.findSecondFactor(db, userId);
  return factor !== undefined && factor.confirmed_at !== null;
}

/** Returns whether the caller's second step is on, and how many recovery codes are left. */
export async function readSecondFactor({ db }: DbContext, { userId }: Principal): Promise<Reply<typeof getCall>> {
  const [enabled, left] = [await hasSecondFactor(db, userId), await factors.countRecoveryCodes(db, userId)];
  return { enabled, recovery_codes_left: left };
}

/** Creates a secret for the caller's authenticator app. Throws `conflict` if the second step is on. */
export async function beginSecondFactor(
  { db, vault }: SignInContext,
  { companyId, userId }: Principal,
): Promise<Reply<typeof beginCall>> {
  const secret = new Secret({ size: 20 });
  if (!(await factors.upsertSecret(db, userId, vault.seal(secret.base32)))) throw alreadyOn();
  const user = await findUser(db, companyId, userId);
  const url = new TOTP({ issuer: ISSUER, label: user?.email ?? '', secret }).toString();
  return { secret: secret.base32, url };
}

/**
 * Switches the caller's second step on and returns the recovery codes. Throws `invalid` for a wrong code, `conflict` if
 * it is on, has no secret or gets another one meanwhile, and TooManyFailures.
 */
export async function confirmSecondFactor(
  { db, vault, mails, limits }: SignInContext,
  { companyId, userId }: Principal,
  code: string,
): Promise<string[]> {
  const factor = await factors.findSecondFactor(db, userId);
  if (!factor) throw beginAgain();
  if (factor.confirmed_at !== null) throw alreadyOn();
  await limits.secondFactorPassword.take(userId);
  const step = stepOf(vault.open(factor.secret), normalize(code));
  if (step === null) throw wrongCode();
  await limits.secondFactorPassword.succeed(userId);
  const codes = newRecoveryCodes();
  await db.transaction().execute(async (trx) => {
    if (!(await factors.confirmSecret(trx, userId, { secret: factor.secret, step })))
      throw (await hasSecondFactor(trx, userId)) ? alreadyOn() : beginAgain();
    await factors.replaceRecoveryCodes(trx, userId, codes.map(hashOf));
    await deleteResets(trx, userId);
    await clearSetUpRequirement(trx, userId);
    await recordAudit(trx, { companyId, action: 'account.two_factor_enabled', by: { userId } });
    await orderSecondFactorMail({ mails }, trx, { companyId, userId }, 'second-factor-on');
  });
  return codes;
}

/** Replaces the caller's recovery codes and returns the new ones. Throws `conflict` if the second step is off. */
export async function renewRecoveryCodes(
  { db, mails }: MailContext,
  { companyId, userId }: Principal,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await db.transaction().execute(async (trx) => {
    // Locked, so that no codes stay behind if it is switched off at the same time.
    if (!(await factors.lockConfirmed(trx, userId))) throw conflict('Two-step sign-in is not switched on.');
    await factors.replaceRecoveryCodes(trx, userId, codes.map(hashOf));
    await deleteResets(trx, userId);
    await recordAudit(trx, { companyId, action: 'account.recovery_codes_renewed', by: { userId } });
    await orderSecondFactorMail({ mails }, trx, { companyId, userId }, 'recovery-codes-new');
  });
  return codes;
}

/** Switches the caller's second step off. Throws `conflict` if the company requires it. */
export async function disableSecondFactor({ db, mails }: MailContext, { companyId, userId }: Principal): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await factors.isRequired(trx, companyId)) throw requiredHere();
    const wasOn = await endSecondFactor(trx, userId);
    await recordAudit(trx, { companyId, action: 'account.two_factor_disabled', by: { userId } });
    if (wasOn) await orderSecondFactorMail({ mails }, trx, { companyId, userId }, 'second-factor-off');
  });
}

/** Deletes a user's second step and ends the open reset links; returns whether it was on. */
export async function endSecondFactor(trx: Transaction, userId: string): Promise<boolean> {
  const wasOn = await factors.lockConfirmed(trx, userId);
  await factors.deleteSecondFactor(trx, userId);
  await deleteResets(trx, userId);
  return wasOn;
}

/** Returns whether a code of the app, or a recovery code, is right, and consumes it. */
export async function fitsSecondFactor({ db, vault }: SignInContext, userId: string, code: string): Promise<boolean> {
  const typed = normalize(code);
  if (!/^\d{6}$/.test(typed)) return factors.consumeRecoveryCode(db, userId, hashOf(typed));
  const factor = await factors.findSecondFactor(db, userId);
  const step = factor ? stepOf(vault.open(factor.secret), typed) : null;
  return step !== null && factors.consumeStep(db, userId, step);
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

const normalize = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase();
const hashOf = (code: string) => digestOf(normalize(code));
