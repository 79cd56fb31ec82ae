import type { LinkContext, MailContext } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { orderLimited } from '../../../platform/mail/limited-mails.ts';
import type { Composers } from '../../../platform/mail/mail-queue.ts';

declare module '../../../platform/mail/mail-queue.ts' {
  interface MailData {
    'password-changed': { email: string };
  }
}

/** Orders the e-mail about a new password, in the transaction of the change; nothing if mail is off. */
export async function orderPasswordNotice(
  ctx: MailContext,
  trx: Transaction,
  { companyId, email }: { companyId: string; email: string },
): Promise<void> {
  await orderLimited(
    ctx,
    trx,
    { kind: 'password-changed', data: { email }, companyId },
    { limit: ctx.limits.accountNotices, key: email.toLowerCase() },
  );
}

/** Composes the e-mail about a new password. No preference switches it off: an attacker could change that too. */
export function passwordNotices({ origin }: LinkContext): Composers<'password-changed'> {
  return {
    async 'password-changed'({ email }) {
      return { to: email, subject: 'Your password was changed', text: changedText(`${origin()}/forgot-password`) };
    },
  };
}

const changedText = (link: string) => `Hello,

The password of your account at Code Interview Platform was changed, and your other devices were signed out.

If neither you nor the owner of your company did this, choose a new password now:

${link}
`;
