import type { SignInContext } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import * as identities from '../records/identities.repository.ts';

/** Remembers a user who is about to be removed, so that a sign-in with the provider does not create them again. */
export async function rememberRemovedUser(
  ctx: SignInContext,
  trx: Transaction,
  { companyId, userId, email }: { companyId: string; userId: string; email: string },
): Promise<void> {
  const linked = await identities.listIdentities(trx, userId);
  const digests = [digestOfEmail(ctx, email), ...linked.map((identity) => digestOfIdentity(ctx, identity))];
  await identities.insertRemoved(trx, companyId, digests);
}

/** Returns whether a person was removed from a company, under this e-mail or this identity. */
export function wasRemoved(
  ctx: SignInContext,
  trx: Transaction,
  { companyId, email, identity }: { companyId: string; email: string; identity: identities.Identity },
): Promise<boolean> {
  return identities.hasRemoved(trx, companyId, [digestOfEmail(ctx, email), digestOfIdentity(ctx, identity)]);
}

const digestOfEmail = ({ vault }: SignInContext, email: string) =>
  vault.digest(`removed e-mail ${email.toLowerCase()}`);
const digestOfIdentity = ({ vault }: SignInContext, { issuer, subject }: identities.Identity) =>
  vault.digest(`removed identity ${issuer} ${subject}`);
