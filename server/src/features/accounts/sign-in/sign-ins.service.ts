import type { SignIn } from '@cip/contracts/accounts/auth-sign-ins';
import { NO_SUCH_SIGN_IN } from '@cip/contracts/protocol/not-found';
import type { DbContext, RoomContext, SignInContext } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { notFound } from '../../../errors.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { ACCOUNT_TOKEN_SECONDS } from '../../../platform/security/tokens.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { deleteSpent } from '../records/spent-tokens.repository.ts';
import * as auth from '../records/auth.repository.ts';
import * as signIns from './sign-ins.repository.ts';
import type { ClientInfo } from '../records/client-info.ts';

/** Expired sign-ins deleted by one statement. */
const BATCH = 1_000;
/** Statements of one run; the rest waits for the next. */
const BATCHES_MAX = 100;

interface SignInOptions {
  /** Whether the second step has to be set up first; if absent, as the company requires. */
  setUp?: auth.SetUp;
  /** A digest of the session at the provider, for sign-ins that came from there. */
  providerSession?: string | null;
}

/** Adds a sign-in and returns its bearer token; undefined if the user is gone or has another password by now. */
export async function addSignIn(
  { db, tokens, vault }: SignInContext,
  user: { id: string; password_hash: string },
  { device, address, network }: ClientInfo,
  options: SignInOptions,
): Promise<{ token: string; needs_second_factor?: true } | undefined> {
  const added = await auth.insertAuthSession(
    db,
    {
      id: user.id,
      passwordHash: user.password_hash,
      lastsSeconds: ACCOUNT_TOKEN_SECONDS,
      ...(options.setUp && { setUp: options.setUp }),
    },
    { device, address, network: vault.digest(network), providerSession: options.providerSession ?? null },
  );
  if (!added) return undefined;
  const token = tokens.signAccount(added.id, user.id);
  return { token, ...(added.needs_second_factor && { needs_second_factor: true as const }) };
}

/** Returns the caller's sign-ins, including the current one. */
export async function listSignIns(
  { db }: DbContext,
  { userId, authSessionId }: Principal,
): Promise<{ data: SignIn[] }> {
  const rows = await signIns.listSignIns(db, userId);
  return { data: rows.map((row) => ({ ...row, current: row.id === authSessionId })) };
}

/** Ends one of the caller's sign-ins on every node and closes its sockets. Throws `not_found`. */
export async function endSignIn(
  { db, rooms }: RoomContext,
  { companyId, userId }: Principal,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await signIns.deleteSignIn(trx, userId, id))) throw notFound(NO_SUCH_SIGN_IN);
    await recordAudit(trx, { companyId, action: 'account.sign_in_revoked', by: { userId }, details: { count: 1 } });
  });
  await rooms.closeAuthSessions([id]);
}

/** Ends all sign-ins of the caller except the current one. */
export async function endOtherSignIns(
  { db, rooms }: RoomContext,
  { companyId, userId, authSessionId }: Principal,
): Promise<void> {
  const ended = await db.transaction().execute(async (trx) => {
    const ids = await auth.deleteAuthSessionsOf(trx, userId, authSessionId);
    const details = { count: ids.length };
    await recordAudit(trx, { companyId, action: 'account.sign_in_revoked', by: { userId }, details });
    return ids;
  });
  await rooms.closeAuthSessions(ended);
}

/** Returns the sign-ins in the list that have ended, for sockets that missed it. */
export function findEndedSignIns(db: Database, ids: string[]): Promise<string[]> {
  return signIns.findEnded(db, ids);
}

/**
 * Deletes expired sign-ins with their device and address, and expired records of used provider tokens; safe on several
 * nodes in parallel.
 */
export async function deleteExpiredSignIns({ db }: DbContext): Promise<void> {
  for (const deleteBatch of [auth.deleteExpiredBatch, deleteSpent])
    for (let batch = 0; batch < BATCHES_MAX; batch++) if ((await deleteBatch(db, BATCH)) < BATCH) break;
}
