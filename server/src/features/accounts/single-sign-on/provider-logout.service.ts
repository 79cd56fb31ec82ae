import type { AppContext, SignInContext } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { CLOCK_TOLERANCE_SECONDS } from '../../../platform/identity-provider/discovery.ts';
import { LOGOUT_TOKEN_SECONDS, type ProviderLogout } from '../../../platform/identity-provider/logout-token.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { deleteAuthSessionsOf, deleteAuthSessionsOfProvider } from '../records/auth.repository.ts';
import { findCredentialsById } from '../records/credentials.repository.ts';
import { findLinkedUser } from '../records/identities.repository.ts';
import { ATTEMPT_SECONDS } from './sign-in-cookie.ts';
import { digestOfPerson, digestOfSession, requireProvider } from './single-sign-on.service.ts';
import { markSignedOut, spend } from '../records/spent-tokens.repository.ts';

/** How long a used token is remembered, in seconds: longer than it is accepted. */
const REMEMBERED_SECONDS = LOGOUT_TOKEN_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS;

const badToken = () => new AppError('bad_request', 'This logout token is not valid, or was used already.');

/**
 * Ends the sign-ins that a logout token names, also unfinished ones, on every node, and closes their rooms: of the
 * session that it names, or all of its person. Throws `bad_request` if the token is not valid or was used, and
 * TooManyFailures.
 */
export async function endSignInsByProvider(ctx: AppContext, token: string, network: string): Promise<void> {
  const { oidc, provider } = requireProvider(ctx);
  await ctx.limits.providerLogouts.take(network);
  const logout = await provider.readLogout(token).catch((error: unknown) => {
    throw error instanceof AppError ? badToken() : error;
  });
  const ended = await ctx.db.transaction().execute(async (trx) => {
    const isNew = await spend(trx, ctx.vault.digest(`logout ${oidc.issuer} ${logout.id}`), REMEMBERED_SECONDS);
    if (!isNew) throw badToken();
    return endAll(ctx, trx, oidc.issuer, logout);
  });
  await ctx.limits.providerLogouts.giveBack(network);
  await ctx.rooms.closeAuthSessions(ended);
}

async function endAll(
  ctx: SignInContext,
  trx: Transaction,
  issuer: string,
  { subject, session }: ProviderLogout,
): Promise<string[]> {
  const named = session === null ? digestOfPerson(ctx, issuer, String(subject)) : digestOfSession(ctx, issuer, session);
  await markSignedOut(trx, named, ATTEMPT_SECONDS);
  const userId = subject === null ? undefined : await findLinkedUser(trx, { issuer, subject });
  // The person has no account.
  if (subject !== null && userId === undefined) return [];
  const ended =
    session === null
      ? (await deleteAuthSessionsOf(trx, String(userId), null)).map((id) => ({ id, user_id: String(userId) }))
      : await deleteAuthSessionsOfProvider(trx, named, userId);
  for (const [user, rows] of Map.groupBy(ended, (row) => row.user_id)) await record(trx, user, rows.length);
  return ended.map(({ id }) => id);
}

async function record(trx: Transaction, userId: string, count: number): Promise<void> {
  const user = await findCredentialsById(trx, userId);
  const entry = { action: 'account.signed_out_by_provider' as const, by: 'product' as const, details: { count } };
  if (user) await recordAudit(trx, { companyId: user.company_id, subjectId: userId, ...entry });
}
