import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.ts';
import type { Tables } from '../../../platform/database/database.ts';
import { countMails } from '../../../platform/mail/counted-mails.ts';
import type { Composers } from '../../../platform/mail/mail-queue.ts';

declare module '../../../platform/mail/mail-queue.ts' {
  interface MailData {
    'password-changed': { email: string };
  }
}

/** Notices an address gets in a day: an interviewer's address may be a stranger's. */
const NOTICES_PER_DAY = 10;

/** Orders the mail about a new password, in the transaction of the change. */
export type OrderPasswordNotice = (
  trx: Transaction<Tables>,
  user: { companyId: string; email: string },
) => Promise<void>;

/** Creates the order; without mail it orders nothing. */
export function openPasswordNotices(ctx: Pick<AppContext, 'mails' | 'config' | 'redis' | 'log'>): OrderPasswordNotice {
  const order = countMails(ctx, {
    purpose: 'password-notices',
    perDay: NOTICES_PER_DAY,
    spent: 'the address has got all the mails about its password of a day',
  });
  return (trx, { companyId, email }) =>
    order(trx, email.toLowerCase(), { kind: 'password-changed', data: { email }, companyId });
}

/** The mail about a new password; whatever the preferences, since an attacker could change those too. */
export function passwordNotices({ origin }: Pick<AppContext, 'origin'>): Composers<'password-changed'> {
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
