import { randomBytes } from 'node:crypto';
import { API_KEYS_MAX, type ApiKey, type createApiKey as createCall } from '@cip/contracts/integrations/api-keys';
import type { Body } from '@cip/contracts/protocol/endpoint';
import { NO_SUCH_KEY } from '@cip/contracts/protocol/not-found';
import type { DbContext, LimitContext } from '../../context.ts';
import { conflict, notFound, unauthenticated } from '../../errors.ts';
import { API_KEY_PREFIX, requireRecentSignIn, type Principal } from '../../platform/http/authenticate.ts';
import { digestOf } from '../../platform/security/digest-of.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { lockCompany } from '../billing/billing.service.ts';
import * as keys from './api-keys.repository.ts';

/** 256 bits: a plain digest is enough, because no number of requests finds one. */
const SECRET_BYTES = 32;
/** The shown characters at the end of a secret; the others still have 234 bits. */
const HINT_LENGTH = 4;
/** Ended keys are stored as long as the audit log, which names them (days). */
const STORED_DAYS = 365;
/** Keys deleted by one statement; the rest waits for the next run. */
const BATCH = 1_000;

/**
 * Creates an API key, whose secret is returned only here. Throws `reauthenticate`, or `conflict` if there are too many.
 */
export function createKey(
  { db }: DbContext,
  principal: Principal,
  { name, scope, days }: Body<typeof createCall>,
): Promise<{ key: ApiKey; secret: string }> {
  requireRecentSignIn(principal);
  const { companyId, userId } = principal;
  return db.transaction().execute(async (trx) => {
    await lockCompany(trx, companyId);
    if ((await keys.listKeys(trx, companyId)).length >= API_KEYS_MAX)
      throw conflict(`A company has at most ${API_KEYS_MAX} API keys. Revoke one first.`);
    const secret = API_KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
    const key = await keys.insertKey(trx, {
      company_id: companyId,
      created_by: userId,
      name: name.trim(),
      scope,
      digest: digestOf(secret),
      hint: secret.slice(-HINT_LENGTH),
      days,
    });
    await recordAudit(trx, { companyId, action: 'settings.api_key_created', by: principal });
    return { key, secret };
  });
}

/** Returns the company's keys that were not revoked. */
export function listKeys({ db }: DbContext, companyId: string): Promise<ApiKey[]> {
  return keys.listKeys(db, companyId);
}

/** Revokes a key, immediately on every node. Throws `not_found`. */
export function revokeKey({ db }: DbContext, principal: Principal, id: string): Promise<void> {
  const { companyId } = principal;
  return db.transaction().execute(async (trx) => {
    if (!(await keys.markRevoked(trx, companyId, id))) throw notFound(NO_SUCH_KEY);
    await recordAudit(trx, { companyId, action: 'settings.api_key_revoked', by: principal });
  });
}

/**
 * Returns the principal of a key's secret, who acts for the key's owner. Throws `unauthenticated` if the key never was,
 * expired or was revoked, and TooManyFailures beyond the key's rate.
 */
export async function findKeyPrincipal(ctx: LimitContext, secret: string): Promise<Principal> {
  const found = await keys.findKey(ctx.db, digestOf(secret));
  if (!found) throw unauthenticated('This API key is not valid.');
  const { id, scope, isStale, ...owner } = found;
  await ctx.limits.apiKeys.take(id);
  if (isStale) await keys.recordUse(ctx.db, id);
  return { ...owner, authSessionId: id, isRecent: false, needsSecondFactor: false, key: { id, scope } };
}

/** Deletes keys that ended a year ago; safe on several nodes in parallel. */
export async function deleteEndedKeys({ db }: DbContext): Promise<void> {
  await keys.deleteEnded(db, STORED_DAYS, BATCH);
}
