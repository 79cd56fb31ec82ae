import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.ts';
import type { Tables } from '../../../platform/database/database.ts';
import { countMails } from '../../../platform/mail/counted-mails.ts';
import type { Composers } from '../../../platform/mail/mail-queue.ts';
import { writeLink } from './account-links.service.ts';
import { openUndo } from './email-undo.service.ts';

declare module '../../../platform/mail/mail-queue.ts' {
  interface MailData {
    'email-changed': { email: string; at: string; link?: string };
  }
}

/** Such mails a company may cause in a day: nobody proves that an address is theirs, so that it may be a stranger's. */
const MAILS_PER_DAY = 10;

/** Orders the mail with the undo link to the previous e-mail, in the transaction of the change. */
export type TellOfNewEmail = (
  trx: Transaction<Tables>,
  from: { companyId: string; userId: string; email: string; wasVerified: boolean },
) => Promise<void>;

/** Creates the order; without mail it orders nothing. Call it once the change can no longer be refused. */
export function openEmailChangeMails(ctx: Pick<AppContext, 'mails' | 'config' | 'redis' | 'log'>): TellOfNewEmail {
  const order = countMails(ctx, {
    purpose: 'email-change-mails',
    perDay: MAILS_PER_DAY,
    spent: 'the company has caused all the mails about its e-mail of a day',
  });
  return async (trx, { companyId, userId, email, wasVerified }) => {
    if (!ctx.mails.isOn) return;
    const link = String(await openUndo(trx, { userId, email, wasVerified }));
    await order(trx, companyId, {
      kind: 'email-changed',
      data: { email, at: new Date().toISOString(), link },
      companyId,
    });
  };
}

/** The mail about another e-mail; whatever the preferences, since an attacker could change those too. */
export function emailChangeMails({ db, origin }: Pick<AppContext, 'db' | 'origin'>): Composers<'email-changed'> {
  return {
    async 'email-changed'({ email, at, link = '' }) {
      // A mail that was ordered by the previous release has no link.
      const written = link === '' ? null : await writeLink(db, Number(link));
      if (link !== '' && !written) return null;
      const undo = written && `${origin()}/undo-email-change#${written.token}`;
      return {
        to: email,
        subject: 'The e-mail address of your account was changed',
        text: changedText(momentOf(at), undo ?? `${origin()}/settings`),
      };
    },
  };
}

const momentOf = (at: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at));

// The other address is not named: it may be anybody's, or look like a link.
const changedText = (moment: string, link: string) => `Hello,

Your account at Code Interview Platform got a new e-mail address on ${moment} UTC.
This address no longer signs in and no longer receives password links.

If you made this change, you need not do anything.

If you did not, undo it now. Your address comes back, every device is signed out, and you choose a new password:

${link}

The link works once, for 7 days.
`;
