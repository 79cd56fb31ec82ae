import type { Account, login as loginCall, register as registerCall } from '@cip/contracts/auth';
import type { Body, Reply } from '@cip/contracts/endpoint';
import type { AppContext } from '../../context.ts';
import { invalid, unauthenticated } from '../../errors.ts';
import type { Principal } from '../../platform/authenticate.ts';
import type { FailureLimit } from '../../platform/failure-limit.ts';
import { tidyName, valueOrNull } from '../../platform/names.ts';
import { verifyPassword } from '../../platform/password.ts';
import { ACCOUNT_TOKEN_SECONDS } from '../../platform/tokens.ts';
import { createCompany, readCompany } from '../company/company.service.ts';
import { createUser, findCredentials, findUser, hashNewPassword } from '../interviewers/users.service.ts';
import * as auth from './auth.repository.ts';

export const endSignInsOf = auth.deleteAuthSessionsOf;

const wrongSignIn = () => unauthenticated('Invalid email or password');

/** Registers a company with its owner and signs the owner in. Throws `invalid` for a taken e-mail or a bad password. */
export async function register(
  ctx: Pick<AppContext, 'config' | 'db' | 'tokens'>,
  body: Body<typeof registerCall>,
): Promise<Reply<typeof registerCall>> {
  if (body.password !== body.password_confirmation) throw invalid('password_confirmation', 'Passwords do not match');
  const passwordHash = await hashNewPassword(ctx.config, body.password, 'password');
  const profile = { name: tidyName(body.name), email: body.email };
  const details = { phone: valueOrNull(body.phone), address: valueOrNull(body.address) };
  return ctx.db.transaction().execute(async (trx) => {
    const companyId = await createCompany(trx, { ...profile, ...details });
    const owner = await createUser(trx, { companyId, role: 'owner', ...profile, passwordHash });
    const token = await signIn({ db: trx, tokens: ctx.tokens }, { ...owner, password_hash: passwordHash });
    return { company: await readCompany(trx, companyId), token };
  });
}

/**
 * Signs a user in. Throws `unauthenticated` alike, and after alike a time, for an unknown e-mail and a wrong
 * password, and TooManyFailures when this address failed too often for this e-mail.
 */
export async function login(
  ctx: Pick<AppContext, 'db' | 'tokens'>,
  failures: FailureLimit,
  { email, password }: Body<typeof loginCall>,
  address: string,
): Promise<Reply<typeof loginCall>> {
  const key = `${email.toLowerCase()}|${address}`;
  await failures.take(key);
  const found = await findCredentials(ctx.db, email);
  const fits = await verifyPassword(found?.password_hash ?? null, password);
  if (!found || !fits) throw wrongSignIn();
  const token = await signIn(ctx, found);
  await auth.deleteExpired(ctx.db, found.id);
  await failures.succeed(key);
  const { company_id, password_hash: _, ...user } = found;
  const company = await readCompany(ctx.db, company_id);
  return { company, ...(user.role === 'interviewer' && { user }), token };
}

async function signIn(
  { db, tokens }: Pick<AppContext, 'db' | 'tokens'>,
  user: { id: string; password_hash: string },
): Promise<string> {
  const authSessionId = await auth.insertAuthSession(db, {
    id: user.id,
    passwordHash: user.password_hash,
    lastsSeconds: ACCOUNT_TOKEN_SECONDS,
  });
  if (authSessionId === undefined) throw wrongSignIn();
  return tokens.signAccount(authSessionId, user.id);
}

/** Ends the caller's sign-in on every node and closes its sockets. */
export async function logout(ctx: Pick<AppContext, 'db' | 'rooms'>, { authSessionId }: Principal): Promise<void> {
  await auth.deleteAuthSession(ctx.db, authSessionId);
  await ctx.rooms.closeAuthSessions([authSessionId]);
}

/** The caller's company, and the caller when they are an interviewer. */
export async function readAccount(ctx: Pick<AppContext, 'db'>, principal: Principal): Promise<Account> {
  const { companyId, userId, role } = principal;
  const [company, user] = await Promise.all([
    readCompany(ctx.db, companyId),
    role === 'interviewer' ? findUser(ctx.db, companyId, userId) : undefined,
  ]);
  return { company, ...(user && { user }) };
}

/** Who a bearer token acts for. Throws `unauthenticated` for one that is false, expired, revoked or a candidate's. */
export async function findPrincipal(ctx: Pick<AppContext, 'db' | 'tokens'>, token: string): Promise<Principal> {
  const claims = ctx.tokens.verify(token);
  if (claims.aud !== 'account') throw unauthenticated();
  const principal = await auth.findPrincipal(ctx.db, claims.jti, claims.sub);
  if (!principal) throw unauthenticated();
  return principal;
}
