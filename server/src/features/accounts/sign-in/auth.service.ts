import { ACCOUNT_DELETED_MESSAGE, type Account, type register as registerCall } from '@cip/contracts/auth';
import type { Body, Reply } from '@cip/contracts/endpoint';
import type { AppContext } from '../../../context.ts';
import { invalid, unauthenticated } from '../../../errors.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { createFailureLimit } from '../../../platform/redis/failure-limit.ts';
import { requireName, valueOrNull } from '../../../platform/http/names.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { createCompany, readCompany } from '../company/company.service.ts';
import { createUser, findUser, hashNewPassword, isVerifiedAtOnce } from '../users/users.service.ts';
import * as auth from './auth.repository.ts';
import { openVerification, type Verification } from '../emails/email-verification.service.ts';
import { REGISTRATIONS_MAX, REGISTRATIONS_WINDOW_SECONDS } from './failure-limits.ts';
import { noteUse } from './sign-ins.repository.ts';
import { addSignIn } from './sign-ins.service.ts';
import type { Visitor } from './visitor.ts';

export const endSignInsOf = auth.deleteAuthSessionsOf;
export const endSignInsOfCompany = auth.deleteAuthSessionsOfCompany;

/**
 * Makes the act of registering a company with its owner, who is signed in. It throws `invalid` for a taken e-mail or a
 * bad password and, in production, TooManyFailures for a network that registers on and on; a desk or a test may.
 */
export function openRegister(
  ctx: Pick<AppContext, 'config' | 'db' | 'redis' | 'tokens' | 'vault' | 'mails' | 'findSubscription'>,
) {
  const verification = openVerification(ctx);
  const perNetwork = createFailureLimit({
    redis: ctx.redis,
    enabled: ctx.config.rateLimits && ctx.config.production,
    purpose: 'registrations',
    max: REGISTRATIONS_MAX,
    windowSeconds: REGISTRATIONS_WINDOW_SECONDS,
  });
  return async (body: Body<typeof registerCall>, visitor: Visitor) => {
    await perNetwork.take(visitor.network);
    return register({ ...ctx, verification }, body, visitor);
  };
}

async function register(
  {
    verification,
    ...ctx
  }: Pick<AppContext, 'config' | 'db' | 'tokens' | 'vault' | 'findSubscription'> & { verification: Verification },
  body: Body<typeof registerCall>,
  visitor: Visitor,
): Promise<Reply<typeof registerCall> & { userId: string }> {
  if (body.password !== body.password_confirmation) throw invalid('password_confirmation', 'Passwords do not match');
  const profile = { name: requireName('name', body.name), email: body.email };
  const passwordHash = await hashNewPassword(ctx.config, body.password, 'password');
  const details = { phone: valueOrNull(body.phone), address: valueOrNull(body.address) };
  return ctx.db.transaction().execute(async (trx) => {
    const companyId = await createCompany(trx, { ...profile, ...details });
    const owner = await createUser(trx, {
      companyId,
      role: 'owner',
      ...profile,
      passwordHash,
      isEmailVerified: isVerifiedAtOnce(ctx.config),
    });
    await recordAudit(trx, { companyId, action: 'account.registered', by: { userId: owner.id } });
    const signIn = await addSignIn({ ...ctx, db: trx }, { ...owner, password_hash: passwordHash }, visitor);
    if (signIn === undefined) throw unauthenticated();
    await verification.orderFor(trx, { companyId, userId: owner.id, email: owner.email });
    return { company: await readCompany({ ...ctx, db: trx }, companyId), ...signIn, userId: owner.id };
  });
}

/** Ends the caller's sign-in on every node and closes its sockets. */
export async function logout(
  ctx: Pick<AppContext, 'db' | 'rooms'>,
  { companyId, userId, authSessionId }: Principal,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await auth.deleteAuthSession(trx, authSessionId);
    await recordAudit(trx, { companyId, action: 'account.signed_out', by: { userId } });
  });
  await ctx.rooms.closeAuthSessions([authSessionId]);
}

/** The caller's company, and the caller when they are an interviewer. */
export async function readAccount(
  ctx: Pick<AppContext, 'db' | 'findSubscription'>,
  principal: Principal,
): Promise<Account> {
  const { companyId, userId, role, needsSecondFactor } = principal;
  const [company, user] = await Promise.all([
    readCompany(ctx, companyId),
    role === 'interviewer' ? findUser(ctx.db, companyId, userId) : undefined,
  ]);
  return { company, ...(user && { user }), ...(needsSecondFactor && { needs_second_factor: true }) };
}

/**
 * Who a bearer token acts for. Throws `unauthenticated` for one that is false, expired, revoked or a candidate's, with
 * words of its own for one whose user was deleted.
 */
export async function findPrincipal(ctx: Pick<AppContext, 'db' | 'tokens'>, token: string): Promise<Principal> {
  const claims = ctx.tokens.verify(token);
  if (claims.aud !== 'account') throw unauthenticated();
  const found = await auth.findPrincipal(ctx.db, claims.jti, claims.sub);
  if (!found) throw unauthenticated((await auth.userExists(ctx.db, claims.sub)) ? undefined : ACCOUNT_DELETED_MESSAGE);
  const { isStale, ...principal } = found;
  if (isStale) await noteUse(ctx.db, principal.authSessionId);
  return principal;
}
