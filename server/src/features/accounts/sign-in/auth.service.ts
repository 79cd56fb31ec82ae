import { ACCOUNT_DELETED_MESSAGE, type Account, type register as registerCall } from '@cip/contracts/accounts/auth';
import type { Body, Reply } from '@cip/contracts/protocol/endpoint';
import type { AppContext, RoomContext, SignInContext } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { invalid, unauthenticated } from '../../../errors.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { requireName, valueOrNull } from '../../../platform/names.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { insertCompany } from '../company/company.repository.ts';
import { readCompany } from '../company/company.service.ts';
import { findUser } from '../records/users.repository.ts';
import { createUser, hashNewPassword, isVerifiedAtOnce } from '../users/users.service.ts';
import * as auth from '../records/auth.repository.ts';
import { orderVerificationMail } from '../emails/email-verification.service.ts';
import { recordUse } from './sign-ins.repository.ts';
import { addSignIn } from './sign-ins.service.ts';
import type { ClientInfo } from '../records/client-info.ts';
import { readSignInWays } from '../sign-in-ways.service.ts';

/** Ends all sign-ins of a user and returns their ids, so that their sockets can be closed after the commit. */
export function endSignInsOf(trx: Transaction, userId: string): Promise<string[]> {
  return auth.deleteAuthSessionsOf(trx, userId, null);
}

/** The same for all users of a company. */
export function endSignInsOfCompany(trx: Transaction, companyId: string): Promise<string[]> {
  return auth.deleteAuthSessionsOfCompany(trx, companyId);
}

/**
 * Creates a company with its owner and signs the owner in. Throws `invalid` for a taken e-mail or a refused password
 * and, in production, TooManyFailures.
 */
export async function register(
  ctx: AppContext,
  body: Body<typeof registerCall>,
  client: ClientInfo,
): Promise<Reply<typeof registerCall> & { userId: string }> {
  await ctx.limits.registrations.take(client.network);
  if (body.password !== body.password_confirmation) throw invalid('password_confirmation', 'Passwords do not match');
  const profile = { name: requireName('name', body.name), email: body.email };
  const passwordHash = await hashNewPassword(ctx.config, body.password, 'password');
  const details = { phone: valueOrNull(body.phone), address: valueOrNull(body.address) };
  return ctx.db.transaction().execute(async (trx) => {
    const companyId = await insertCompany(trx, { ...profile, ...details });
    const owner = await createUser(trx, {
      companyId,
      role: 'owner',
      ...profile,
      passwordHash,
      isEmailVerified: isVerifiedAtOnce(ctx.config),
    });
    await recordAudit(trx, { companyId, action: 'account.registered', by: { userId: owner.id } });
    // If a password needs a second step, the owner sets that up first.
    const setUp = ctx.config.oidc?.isOnlyWay ? 'always' : 'asCompanyRequires';
    const user = { ...owner, password_hash: passwordHash };
    const signIn = await addSignIn({ ...ctx, db: trx }, user, client, { setUp });
    if (signIn === undefined) throw unauthenticated();
    await orderVerificationMail(ctx, trx, { companyId, userId: owner.id, email: owner.email });
    const ways = await readSignInWays({ ...ctx, db: trx }, owner.id);
    return { company: await readCompany({ ...ctx, db: trx }, companyId), ...ways, ...signIn, userId: owner.id };
  });
}

/** Ends the caller's sign-in on every node and closes its sockets. */
export async function logout(ctx: RoomContext, { companyId, userId, authSessionId }: Principal): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await auth.deleteAuthSession(trx, authSessionId);
    await recordAudit(trx, { companyId, action: 'account.signed_out', by: { userId } });
  });
  // A sign-out does not wait for nodes that are away.
  void ctx.rooms.closeAuthSessions([authSessionId]);
}

/** Returns the caller's company, and the caller unless they are its owner. */
export async function readAccount(ctx: AppContext, principal: Principal): Promise<Account> {
  const { companyId, userId, role, needsSecondFactor } = principal;
  const [company, user, ways] = await Promise.all([
    readCompany(ctx, companyId),
    role === 'owner' ? undefined : findUser(ctx.db, companyId, userId),
    readSignInWays(ctx, userId),
  ]);
  return { company, ...(user && { user }), ...ways, ...(needsSecondFactor && { needs_second_factor: true }) };
}

/**
 * Returns the account of a bearer token. Throws `unauthenticated` if the token is forged, expired, revoked or a
 * candidate's, with a message of its own if its user was deleted.
 */
export async function findPrincipal(ctx: SignInContext, token: string): Promise<Principal> {
  const claims = ctx.tokens.verify(token);
  if (claims.aud !== 'account') throw unauthenticated();
  const found = await auth.findPrincipal(ctx.db, claims.jti, claims.sub);
  if (!found) throw unauthenticated((await auth.userExists(ctx.db, claims.sub)) ? undefined : ACCOUNT_DELETED_MESSAGE);
  const { isStale, ...principal } = found;
  if (isStale) await recordUse(ctx.db, principal.authSessionId);
  return principal;
}
