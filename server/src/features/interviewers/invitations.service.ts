import { plannerText } from '@cip/contracts/interviews/plan-text';
import type { User } from '@cip/contracts/accounts/interviewers';
import type { LinkContext, MailContext } from '../../context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { withoutLinks } from '../../platform/names.ts';
import { orderLimited } from '../../platform/mail/limited-mails.ts';
import type { Composers } from '../../platform/mail/mail-queue.ts';
import { readOwnerContact } from '../accounts/company/company.service.ts';
import { mailsWait } from '../accounts/emails/email-verification.service.ts';
import { createResetLink } from '../accounts/passwords/password-reset.service.ts';
import { findInvited } from '../accounts/users/users.service.ts';

declare module '../../platform/mail/mail-queue.ts' {
  interface MailData {
    'user-invitation': { user: string; by: string };
  }
}

/** How long the link of an invitation works, in days; afterwards "Forgot password?" sends another one. */
const INVITATION_DAYS = 7;
const DAY_SECONDS = 24 * 3600;

/** Orders the e-mail with which a new user chooses a password, in the transaction that adds them. */
export async function orderUserInvitation(
  ctx: MailContext,
  trx: Transaction,
  { companyId, name: by }: Principal,
  { id: user }: User,
): Promise<void> {
  const isHeld = await mailsWait(ctx, trx, companyId);
  const order = { kind: 'user-invitation' as const, data: { user, by }, companyId, isHeld };
  await orderLimited(ctx, trx, order, { limit: ctx.limits.colleagueMails, key: `user-invitation ${companyId}` });
}

/** Composes the e-mail to a new user; null if their account is gone, or has another e-mail or password by now. */
export function userInvitations({ config, db, origin }: LinkContext): Composers<'user-invitation'> {
  return {
    async 'user-invitation'({ user: userId, by }) {
      const user = await findInvited(db, userId);
      if (!user) return null;
      const { name } = await readOwnerContact(db, user.company_id);
      const company = withoutLinks(name);
      const signIn = await howToSignIn({ config, db, origin }, user);
      if (signIn === null) return null;
      const text = invitationText(withoutLinks(user.name), plannerText(company, withoutLinks(by)), signIn);
      return { to: user.email, subject: `Your account at ${company}`, text };
    },
  };
}

async function howToSignIn(
  { config: { oidc }, db, origin }: LinkContext,
  user: NonNullable<Awaited<ReturnType<typeof findInvited>>>,
): Promise<string | null> {
  const login = `${origin()}/login`;
  if (oidc && (oidc.isOnlyWay || !user.has_password)) return `Sign in with ${oidc.name}:\n\n${login}`;
  const token = await db
    .transaction()
    .execute((trx) => createResetLink(trx, user, { lastsSeconds: INVITATION_DAYS * DAY_SECONDS }));
  if (token === null) return null;
  return `Choose your password here within ${INVITATION_DAYS} days:

${origin()}/reset-password?invited=yes#${token}

Then sign in with this e-mail address at ${login} ("Forgot password?" there sends you another link).`;
}

const invitationText = (name: string, by: string, signIn: string) => `Hello ${name},

${by} has given you an account at Code Interview Platform, where you plan or hold coding interviews together.

${signIn}

If you did not expect this e-mail, you can ignore it.
`;
