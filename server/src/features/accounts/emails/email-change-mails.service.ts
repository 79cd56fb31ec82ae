import type { LinkContext, MailContext } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { orderLimited } from '../../../platform/mail/limited-mails.ts';
import type { Composers } from '../../../platform/mail/mail-queue.ts';
import { issueLinkToken } from '../records/account-links.service.ts';
import { addUndoLink } from './email-undo.service.ts';

declare module '../../../platform/mail/mail-queue.ts' {
  interface MailData {
    'email-changed': { email: string; at: string; link?: string };
  }
}

/**
 * Orders the e-mail with the undo link to the previous address, in the transaction of the change; nothing if mail is
 * off. Call it when the change can no longer be refused, so that refused changes do not count against the daily limit.
 */
export async function orderEmailChangeMail(
  ctx: MailContext,
  trx: Transaction,
  { companyId, userId, email, wasVerified }: { companyId: string; userId: string; email: string; wasVerified: boolean },
): Promise<void> {
  if (!ctx.mails.isOn) return;
  const link = String(await addUndoLink(trx, { userId, email, wasVerified }));
  const data = { email, at: new Date().toISOString(), link };
  const limit = { limit: ctx.limits.emailChangeMails, key: companyId };
  await orderLimited(ctx, trx, { kind: 'email-changed', data, companyId }, limit);
}

/** Composes the e-mail about an e-mail change. No preference switches it off: an attacker could change that too. */
export function emailChangeMails({ db, origin }: LinkContext): Composers<'email-changed'> {
  return {
    async 'email-changed'({ email, at, link = '' }) {
      // Orders of the previous release have no link.
      const written = link === '' ? null : await issueLinkToken(db, Number(link));
      if (link !== '' && !written) return null;
      const undo = written && `${origin()}/undo-email-change#${written.token}`;
      return {
        to: email,
        subject: 'The e-mail address of your account was changed',
        text: changedText(timeOf(at), undo ?? `${origin()}/settings`),
      };
    },
  };
}

const timeOf = (at: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at));

// The new address is not named: it may be a stranger's, or look like a link.
const changedText = (time: string, link: string) => `Hello,

Your account at Code Interview Platform got a new e-mail address on ${time} UTC.
This address no longer signs in and no longer receives password links.

If you made this change, there is nothing to do.

If you did not, undo it now. Your address comes back, every device is signed out, and you choose a new password:

${link}

The link works once, for 7 days.
`;
