import type { login as loginCall } from '@cip/contracts/accounts/auth';
import type { answerChallenge as answerCall } from '@cip/contracts/accounts/auth-second-factor';
import type { Body, Reply } from '@cip/contracts/protocol/endpoint';
import type { AppContext } from '../../../context.ts';
import { SecondFactorNeeded, unauthenticated, type AppError } from '../../../errors.ts';
import { verifyPassword } from '../../../platform/security/password.ts';
import type { ProviderOrigin } from '../../../platform/security/tokens.ts';
import { recordAudit, recordFailedSignIn } from '../../audit/audit.service.ts';
import { readCompany } from '../company/company.service.ts';
import { findCredentials, findCredentialsById } from '../records/credentials.repository.ts';
import * as auth from '../records/auth.repository.ts';
import { isSignedOut } from '../records/spent-tokens.repository.ts';
import { fitsSecondFactor, hasSecondFactor } from '../second-factor/second-factor.service.ts';
import { countLoginAttempt, type LoginAttempt } from './sign-in-limits.ts';
import { isKnownNetwork } from './sign-ins.repository.ts';
import { addSignIn } from './sign-ins.service.ts';
import { acceptsPassword, passwordOff, readSignInWays } from '../sign-in-ways.service.ts';
import type { ClientInfo } from '../records/client-info.ts';
import { countWrongCode } from '../second-factor/wrong-codes.service.ts';

type User = NonNullable<Awaited<ReturnType<typeof findCredentials>>>;
type SignedIn = Reply<typeof loginCall> & { userId: string };

const wrongSignIn = () => unauthenticated('Invalid email or password');
const staleChallenge = () => unauthenticated('This took too long. Please sign in again.');

/**
 * Signs a user in by password. Throws `unauthenticated`, with the same words after the same time, for an unknown e-mail
 * and a wrong password; TooManyFailures; `password_off` if the password is right but not accepted here; and
 * SecondFactorNeeded if a code has to follow.
 */
export async function login(
  ctx: AppContext,
  { email, password }: Body<typeof loginCall>,
  client: ClientInfo,
): Promise<SignedIn> {
  const found = await findCredentials(ctx.db, email);
  const succeed = await countLoginAttempt(ctx, 'login', await attemptOf(ctx, email, found?.id, client));
  const fits = await verifyPassword(found?.password_hash ?? null, password, ctx.config.passwordHashing);
  if (!found || !fits) throw refuse(ctx, found, wrongSignIn());
  await succeed();
  if (!(await acceptsPassword(ctx, found))) throw passwordOff(ctx.config);
  if (await hasSecondFactor(ctx.db, found.id))
    throw new SecondFactorNeeded(ctx.tokens.signChallenge(found.id, ctx.vault.digest(found.password_hash)));
  return enterAccount(ctx, found, client, { refusal: wrongSignIn });
}

/** Completes a sign-in with a code of the second step. Throws `unauthenticated` and TooManyFailures. */
export async function answerChallenge(
  ctx: AppContext,
  { challenge, code }: Body<typeof answerCall>,
  client: ClientInfo,
): Promise<SignedIn> {
  const claims = ctx.tokens.readChallenge(challenge);
  const found = claims && (await findCredentialsById(ctx.db, claims.sub));
  if (!found || claims.password !== ctx.vault.digest(found.password_hash)) throw staleChallenge();
  const succeed = await countLoginAttempt(ctx, 'secondFactor', await attemptOf(ctx, found.email, found.id, client));
  if (!(await fitsSecondFactor(ctx, found.id, code))) {
    await countWrongCode(ctx, { companyId: found.company_id, userId: found.id });
    throw refuse(ctx, found, unauthenticated('This code is not right.'));
  }
  await succeed();
  return enterAccount(ctx, found, client, { provider: claims.provider, refusal: staleChallenge });
}

/** Returns `refusal`, and records the failed sign-in if the account exists, for the owner to look up. */
function refuse(ctx: AppContext, found: User | undefined, refusal: AppError): AppError {
  if (found) recordFailedSignIn(ctx, { companyId: found.company_id, userId: found.id });
  return refusal;
}

async function attemptOf(
  ctx: AppContext,
  email: string,
  userId: string | undefined,
  { deviceToken, network }: ClientInfo,
): Promise<LoginAttempt> {
  const device = deviceToken === null ? null : ctx.tokens.readDevice(deviceToken);
  return {
    account: email.toLowerCase(),
    network,
    device: device?.sub === userId ? (device?.jti ?? null) : null,
    isKnownNetwork: await isKnownNetwork(ctx.db, email, ctx.vault.digest(network)),
  };
}

/** How a user proved their identity. */
interface Proof {
  /** Set if the provider proved it, which also stands for the second step that the company requires (decision 0048). */
  provider?: ProviderOrigin | undefined;
  /** The error if it proves nothing any more. */
  refusal: () => AppError;
}

/**
 * Signs a user in whose identity is proven. Throws `refusal` if the user is gone, has another password by now, or was
 * signed out by the provider meanwhile.
 */
export async function enterAccount(
  ctx: AppContext,
  found: User,
  client: ClientInfo,
  { provider, refusal }: Proof,
): Promise<SignedIn> {
  const signIn = await ctx.db.transaction().execute(async (trx) => {
    if (provider && (await isSignedOut(trx, provider))) throw refusal();
    const origin = provider && { setUp: 'never' as const, providerSession: provider.session };
    const added = await addSignIn({ ...ctx, db: trx }, found, client, origin ?? {});
    if (added === undefined) throw refusal();
    const action = provider ? 'account.signed_in_with_provider' : 'account.signed_in';
    await recordAudit(trx, { companyId: found.company_id, action, by: { userId: found.id } });
    return added;
  });
  await auth.deleteExpired(ctx.db, found.id);
  const { company_id: companyId, id, name, email, role } = found;
  const [company, ways] = await Promise.all([readCompany(ctx, companyId), readSignInWays(ctx, id)]);
  return {
    company,
    ...(role !== 'owner' && { user: { id, name, email, role } }),
    ...ways,
    ...signIn,
    userId: id,
  };
}
