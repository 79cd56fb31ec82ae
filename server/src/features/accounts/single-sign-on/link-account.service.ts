import { randomUUID } from 'node:crypto';
import type { AppContext } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { Profile } from '../../../platform/identity-provider/profile.ts';
import { staleSignIn } from '../../../platform/identity-provider/provider-failure.ts';
import { hashPassword } from '../../../platform/security/password.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { markVerified } from '../records/users.repository.ts';
import { findCredentials, findCredentialsById } from '../records/credentials.repository.ts';
import { createUser, TakenEmail } from '../users/users.service.ts';
import * as identities from '../records/identities.repository.ts';
import { orderProviderNotice } from './provider-notices.service.ts';
import { wasRemoved } from './removed-users.service.ts';

type User = NonNullable<Awaited<ReturnType<typeof findCredentialsById>>>;

/** A person whom the provider has signed in. `profile` is null if the identity was linked a moment ago. */
interface Person {
  identity: identities.Identity;
  profile: Profile | null;
  provider: string;
}

const refused = (message: string) => new AppError('sign_in_refused', message);

/**
 * Returns the account of a person, by their identity. At the first sign-in, links the account with their verified
 * e-mail, or adds an interviewer to the company that took their domain. Throws `sign_in_refused`.
 */
export async function findOrLinkAccount(ctx: AppContext, person: Person): Promise<User> {
  try {
    return await findOrLink(ctx, person).catch((error: unknown) => {
      if (!(error instanceof TakenEmail)) throw error;
      // If a new person signs in twice at the same time, the second attempt finds the account that the other has added.
      return findOrLink(ctx, person);
    });
  } catch (error) {
    if (!(error instanceof TakenEmail)) throw error;
    throw refused('Your e-mail address is reserved for another account. Please try again in a few days.');
  }
}

function findOrLink(ctx: AppContext, person: Person): Promise<User> {
  return ctx.db.transaction().execute(async (trx) => {
    const linked = await identities.findLinkedUser(trx, person.identity);
    const user = linked === undefined ? undefined : await findCredentialsById(trx, linked);
    return user ?? (await linkByEmail(ctx, trx, person));
  });
}

async function linkByEmail(ctx: AppContext, trx: Transaction, { identity, profile, provider }: Person) {
  if (!profile) throw staleSignIn();
  const { email, isVerified, isSilent } = profile;
  if (email === null) throw refused(`${provider} did not share your e-mail address, which is needed the first time.`);
  if (!isVerified && isSilent) {
    ctx.log.warn(
      { reason: 'no email_verified' },
      'the sign-in provider does not say whether e-mails are confirmed: see docs/operations/single-sign-on.md',
    );
    throw refused(
      `${provider} does not say whether your e-mail address is confirmed. Ask the operator of this service.`,
    );
  }
  if (!isVerified)
    throw refused(`${provider} has not confirmed your e-mail address. Confirm it there, then try again.`);
  const found = await findCredentials(trx, email);
  const user = found ?? (await addInterviewer(ctx, trx, { identity, email, name: profile.name }));
  if (user.email_verified_at === null) await refuseStrangers(ctx, trx, user, provider);
  if (!(await identities.insertIdentity(trx, user.id, identity))) {
    // Another sign-in of the same person may have linked it a moment ago.
    if ((await identities.findLinkedUser(trx, identity)) === user.id) return user;
    throw refused(`${email} belongs to another account at ${provider}. Ask the owner of your company.`);
  }
  await markVerified(trx, user.id, user.email);
  if (found) {
    const companyId = user.company_id;
    await recordAudit(trx, { companyId, action: 'account.linked_to_provider', by: { userId: user.id } });
    await orderProviderNotice(ctx, trx, { companyId, email: user.email, provider });
  }
  return user;
}

/**
 * Throws `sign_in_refused` if a stranger may have made the account with an e-mail that is not theirs: an owner's
 * account, and an account outside the company that took the e-mail's domain.
 */
async function refuseStrangers(
  ctx: AppContext,
  trx: Transaction,
  { role, email, company_id: companyId }: User,
  provider: string,
): Promise<void> {
  if (role === 'owner')
    throw refused(`Please confirm ${email} with the link that we sent there, then sign in with ${provider}.`);
  const own = await companyFor(ctx, trx, email);
  if (own !== undefined && own !== companyId)
    throw refused(`Another company added ${email}, which was never confirmed. Ask the operator of this service.`);
}

interface Newcomer {
  identity: identities.Identity;
  email: string;
  name: string | null;
}

async function addInterviewer(ctx: AppContext, trx: Transaction, { identity, email, name }: Newcomer): Promise<User> {
  const companyId = await companyFor(ctx, trx, email);
  if (companyId === undefined) throw refused(`${email} has no account here. Ask the owner of your company to add you.`);
  if (await wasRemoved(ctx, trx, { companyId, email, identity }))
    throw refused('Your account was deleted. Ask the owner of your company to add you again.');
  await requireSeat(ctx, trx, companyId);
  const added = await createUser(trx, {
    companyId,
    role: 'interviewer',
    name: name ?? email.split('@')[0] ?? email,
    email,
    passwordHash: await hashPassword(randomUUID()),
    hasPassword: false,
    isEmailVerified: true,
  });
  const action = 'interviewer.joined_with_provider';
  await recordAudit(trx, { companyId, action, by: { userId: added.id }, subjectId: added.id });
  const user = await findCredentialsById(trx, added.id);
  if (!user) throw staleSignIn();
  return user;
}

async function companyFor({ config }: AppContext, trx: Transaction, email: string): Promise<string | undefined> {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return config.oidc?.domains.includes(domain) ? identities.findCompanyOfDomain(trx, domain) : undefined;
}

async function requireSeat(ctx: AppContext, trx: Transaction, companyId: string): Promise<void> {
  try {
    await ctx.requireInterviewerSeat(trx, companyId);
  } catch (error) {
    // The words of the plan are for the owner.
    if (!(error instanceof AppError)) throw error;
    throw refused('Your company’s plan has no room for another interviewer. Ask the owner of your company.');
  }
}
