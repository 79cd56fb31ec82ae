import type { finishSingleSignOn } from '@cip/contracts/accounts/single-sign-on';
import type { Reply } from '@cip/contracts/protocol/endpoint';
import type { AppContext, SignInContext } from '../../../context.ts';
import { notFound, SecondFactorNeeded } from '../../../errors.ts';
import type { IdentityProvider, Prompt, SignInAttempt } from '../../../platform/identity-provider/identity-provider.ts';
import { staleSignIn } from '../../../platform/identity-provider/provider-failure.ts';
import { hasSecondFactor } from '../second-factor/second-factor.service.ts';
import { enterAccount } from '../sign-in/login.service.ts';
import type { ClientInfo } from '../records/client-info.ts';
import { findLinkedUser } from '../records/identities.repository.ts';
import { findOrLinkAccount } from './link-account.service.ts';
import { ATTEMPT_SECONDS } from './sign-in-cookie.ts';
import { spend } from '../records/spent-tokens.repository.ts';

/** The page of the web app that the provider sends the browser to. */
const RETURN_PATH = '/sign-in';

/** Returns the provider with its settings. Throws `not_found` if there is none. */
export function requireProvider({ config, identityProvider }: AppContext) {
  if (!config.oidc || !identityProvider) throw notFound('Single sign-on is not set up here.');
  return { oidc: config.oidc, provider: identityProvider };
}

/** Begins a sign-in; `origin` is that of the page. Throws `sign_in_failed` if the provider is away. */
export async function startSignIn(
  ctx: AppContext,
  { origin, prompt }: { origin: string; prompt: Prompt | undefined },
  { network }: ClientInfo,
): ReturnType<IdentityProvider['begin']> {
  const { provider } = requireProvider(ctx);
  await ctx.limits.providerStarts.take(network);
  return provider.begin(new URL(RETURN_PATH, origin).href, prompt);
}

/**
 * Ends a sign-in with the provider's answer and opens the account. Throws `sign_in_stale` unless this browser began it,
 * once, within ten minutes; `sign_in_failed` and `sign_in_refused`; SecondFactorNeeded; TooManyFailures.
 */
export async function finishSignIn(
  ctx: AppContext,
  { attempt, answer }: { attempt: SignInAttempt | null; answer: string },
  client: ClientInfo,
): Promise<Reply<typeof finishSingleSignOn> & { userId: string }> {
  const { oidc, provider } = requireProvider(ctx);
  await ctx.limits.providerSignIns.take(client.network);
  const states = new URLSearchParams(answer).getAll('state');
  if (!attempt || states.length !== 1 || states[0] !== attempt.state) throw staleSignIn();
  const begun = ctx.vault.digest(`sign-in ${attempt.state}`);
  if (!(await spend(ctx.db, begun, ATTEMPT_SECONDS))) throw staleSignIn();
  const signedIn = await provider.finish(attempt, answer);
  const identity = { issuer: oidc.issuer, subject: signedIn.subject };
  // Not within a transaction, because it may send a request to the provider.
  const profile = (await findLinkedUser(ctx.db, identity)) === undefined ? await signedIn.readProfile() : null;
  const user = await findOrLinkAccount(ctx, { identity, profile, provider: oidc.name });
  await ctx.limits.providerSignIns.giveBack(client.network);
  const session = signedIn.session === null ? null : digestOfSession(ctx, oidc.issuer, signedIn.session);
  const origin = { session, person: digestOfPerson(ctx, oidc.issuer, signedIn.subject), attempt: begun };
  if (await hasSecondFactor(ctx.db, user.id))
    throw new SecondFactorNeeded(ctx.tokens.signChallenge(user.id, ctx.vault.digest(user.password_hash), origin));
  return enterAccount(ctx, user, client, { provider: origin, refusal: staleSignIn });
}

/** Returns the form in which a session at the provider is stored. */
export function digestOfSession({ vault }: SignInContext, issuer: string, session: string): string {
  return vault.digest(`provider session ${issuer} ${session}`);
}

/** Returns the form in which the end of all sign-ins of a person at the provider is remembered. */
export function digestOfPerson({ vault }: SignInContext, issuer: string, subject: string): string {
  return vault.digest(`provider person ${issuer} ${subject}`);
}
