import type { LinkContext, MailContext } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { orderLimited } from '../../../platform/mail/limited-mails.ts';
import type { Composers } from '../../../platform/mail/mail-queue.ts';

declare module '../../../platform/mail/mail-queue.ts' {
  interface MailData {
    'provider-linked': { email: string; provider: string };
  }
}

/** Orders the e-mail about an account that was linked to the sign-in provider, in the transaction that links it. */
export async function orderProviderNotice(
  ctx: MailContext,
  trx: Transaction,
  { companyId, ...data }: { companyId: string; email: string; provider: string },
): Promise<void> {
  await orderLimited(
    ctx,
    trx,
    { kind: 'provider-linked', data, companyId },
    { limit: ctx.limits.accountNotices, key: data.email.toLowerCase() },
  );
}

/** Composes that e-mail. No preference switches it off, as with a new password. */
export function providerNotices({ origin }: LinkContext): Composers<'provider-linked'> {
  return {
    async 'provider-linked'({ email, provider }) {
      const text = linkedText(provider, `${origin()}/settings#where-you-re-signed-in`);
      return { to: email, subject: `Your account can now sign in with ${provider}`, text };
    },
  };
}

const linkedText = (provider: string, link: string) => `Hello,

Your account at Code Interview Platform was linked to the account with your e-mail address at ${provider}, which from
now on signs in here too.

If you did not sign in with ${provider} just now, tell the people who manage it in your organization, and sign out the
devices that you do not know:

${link}
`;
