import type { Transaction } from 'kysely';
import type { AppContext } from '../../context.ts';
import type { Tables } from '../../database.ts';
import { countMails } from '../../platform/counted-mails.ts';
import type { Composer } from '../../platform/mail-queue.ts';

const CHANGED = 'email-changed';

/** Such mails a company may cause in a day: nobody proves that an address is theirs, so that it may be a stranger's. */
const MAILS_PER_DAY = 10;

/** Orders the mail that tells an address that another one signs in from now on, in the transaction of the change. */
export type TellOfNewEmail = (trx: Transaction<Tables>, from: { companyId: string; email: string }) => Promise<void>;

/** Makes the order; where no mail is sent it orders nothing. To be called once the change can be refused no more. */
export function openEmailChangeMails(ctx: Pick<AppContext, 'mails' | 'config' | 'redis' | 'log'>): TellOfNewEmail {
  const order = countMails(ctx, {
    purpose: 'email-change-mails',
    perDay: MAILS_PER_DAY,
    spent: 'the company has caused all the mails about its e-mail of a day',
  });
  return (trx, { companyId, email }) =>
    order(trx, companyId, { kind: CHANGED, data: { email, at: new Date().toISOString() }, companyId });
}

/** The mail about another e-mail; whatever the preferences, since an attacker could change those too. */
export function emailChangeMails({ origin }: Pick<AppContext, 'origin'>): Record<string, Composer> {
  return {
    async [CHANGED]({ email = '', at = '' }) {
      return {
        to: email,
        subject: 'The e-mail address of your account was changed',
        text: changedText(momentOf(at), `${origin()}/settings`),
      };
    },
  };
}

const momentOf = (at: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at));

// The other address is not named: it may be anybody's, or look like a link.
const changedText = (moment: string, link: string) => `Hello,

your account at Code Interview Platform got another e-mail address on ${moment} UTC.
This one does not sign in any more, and no new password can be asked for with it.

If it was not you, somebody has used your account. Where you are still signed in, put your address back
and choose a new password at once, which signs out every other device:

${link}

Where you are not, please tell whoever runs this service.
`;
