import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.ts';
import type { Tables } from '../../../platform/database/database.ts';
import { countMails } from '../../../platform/mail/counted-mails.ts';
import type { Composer } from '../../../platform/mail/mail-queue.ts';

const CHANGED = 'password-changed';

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
  return (trx, { companyId, email }) => order(trx, email.toLowerCase(), { kind: CHANGED, data: { email }, companyId });
}

/** The mail about a new password; whatever the preferences, since an attacker could change those too. */
export function passwordNotices({ origin }: Pick<AppContext, 'origin'>): Record<string, Composer> {
  return {
    async [CHANGED]({ email = '' }) {
      return { to: email, subject: 'Your password was changed', text: changedText(`${origin()}/forgot-password`) };
    },
  };
}

const changedText = (link: string) => `Hello,

The password of your account at Code Interview Platform was changed, and your other devices were signed out.

If neither you nor the owner of your company did this, choose a new password now:

${link}
`;
