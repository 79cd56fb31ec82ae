import type { verifyEmail as verifyCall } from '@cip/contracts/accounts/auth-recovery';
import type { Body } from '@cip/contracts/protocol/endpoint';
import type { LimitContext, LinkContext, MailContext } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { conflict, invalid, unavailable } from '../../../errors.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { releaseHeldMails } from '../../../platform/mail/held-mails.ts';
import type { Composers } from '../../../platform/mail/mail-queue.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { findOwner, markVerified } from '../records/users.repository.ts';
import { isVerifiedAtOnce } from '../users/users.service.ts';
import { digestOf } from '../../../platform/security/digest-of.ts';
import { NO_MAIL } from '../test-mail.service.ts';
import { issueLinkToken } from '../records/account-links.service.ts';
import * as links from '../records/email-links.repository.ts';
import type { ClientInfo } from '../records/client-info.ts';

declare module '../../../platform/mail/mail-queue.ts' {
  interface MailData {
    'verify-email': { email: string; link: string };
  }
}

/** How long the link of an e-mail works, in seconds: 7 days. */
const VERIFY_SECONDS = 7 * 24 * 3600;

const staleLink = () => invalid('token', 'This link no longer works. Send a new one from Settings.');

interface Owner {
  companyId: string;
  userId: string;
  email: string;
}

/** Orders the e-mail to confirm a new e-mail, if the product requires that. Throws TooManyFailures. */
export async function orderVerificationMail(ctx: MailContext, trx: Transaction, owner: Owner): Promise<void> {
  if (ctx.mails.isOn && !isVerifiedAtOnce(ctx.config)) await order(ctx, trx, owner);
}

/**
 * Returns whether e-mails to others are held: production requires a verified e-mail, so that it is no relay for spam.
 */
export async function mailsWait({ config, mails }: MailContext, trx: Transaction, companyId: string): Promise<boolean> {
  if (!mails.isOn || isVerifiedAtOnce(config)) return false;
  return (await findOwner(trx, companyId)).email_verified_at === null;
}

/**
 * Sends the owner another link to confirm their e-mail. Throws `conflict` if it is confirmed, `unavailable` if mail is
 * off, and TooManyFailures.
 */
export async function resendVerificationMail(ctx: MailContext, { companyId }: Principal): Promise<void> {
  const { id: userId, email, email_verified_at: verifiedAt } = await findOwner(ctx.db, companyId);
  if (verifiedAt !== null) throw conflict('Your email address is confirmed already.');
  if (!ctx.mails.isOn) throw unavailable(NO_MAIL);
  await ctx.db.transaction().execute((trx) => order(ctx, trx, { companyId, userId, email }));
}

async function order(
  { mails, limits }: MailContext,
  trx: Transaction,
  { companyId, userId, email }: Owner,
): Promise<void> {
  await limits.verificationMails.take(companyId);
  await links.deleteLinks(trx, userId, 'verify');
  const link = { userId, kind: 'verify' as const, email, wasVerified: false, lastsSeconds: VERIFY_SECONDS };
  const id = await links.insertLink(trx, link);
  await mails.order(trx, { kind: 'verify-email', data: { email, link: String(id) }, companyId });
}

/** Confirms the e-mail of a link and sends the invitations that waited for it. Throws `invalid`, TooManyFailures. */
export async function verifyEmail(
  { db, limits }: LimitContext,
  { token }: Body<typeof verifyCall>,
  { network }: ClientInfo,
): Promise<void> {
  await limits.verifyToken.take(network);
  await db.transaction().execute((trx) => verify(trx, token));
  await limits.verifyToken.giveBack(network);
}

async function verify(trx: Transaction, token: string): Promise<void> {
  const digest = digestOf(token);
  await links.lockCompanyOf(trx, 'verify', digest);
  const link = await links.consumeLink(trx, 'verify', digest);
  const companyId = link && (await markVerified(trx, link.user_id, link.email));
  if (!link || companyId === undefined) throw staleLink();
  // A confirmed address must not be undone to an address that was never confirmed and may be a stranger's.
  await links.deleteUnverifiedUndos(trx, link.user_id);
  await releaseHeldMails(trx, companyId);
  await recordAudit(trx, { companyId, action: 'account.email_verified', by: { userId: link.user_id } });
}

/** Composes the e-mail to confirm an address; null if its link has expired. */
export function verificationMails({ db, origin }: LinkContext): Composers<'verify-email'> {
  return {
    async 'verify-email'({ link }) {
      const written = await issueLinkToken(db, Number(link));
      if (!written) return null;
      const text = verifyText(`${origin()}/verify-email#${written.token}`);
      return { to: written.email, subject: 'Confirm your e-mail address', text };
    },
  };
}

const verifyText = (link: string) => `Hello,

Please confirm that this is the e-mail address of your account at Code Interview Platform:

${link}

The link works once, for 7 days. Invitations to candidates are sent after you confirm.

If you did not register, ignore this e-mail.
`;
