import type { forgotPassword as forgotCall, resetPassword as resetCall } from '@cip/contracts/accounts/auth-reset';
import type { Body } from '@cip/contracts/protocol/endpoint';
import type { AppContext, LinkContext, MailContext } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { invalid, unavailable } from '../../../errors.ts';
import type { Composers } from '../../../platform/mail/mail-queue.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { findCredentials, findCredentialsById } from '../records/credentials.repository.ts';
import { hashNewPassword, setPassword } from '../users/users.service.ts';
import { deleteIdentities } from '../records/identities.repository.ts';
import { acceptsPassword, passwordOff, refuseWherePasswordsAreOff } from '../sign-in-ways.service.ts';
import { deleteAuthSessionsOf } from '../records/auth.repository.ts';
import { digestOf } from '../../../platform/security/digest-of.ts';
import { NO_MAIL } from '../test-mail.service.ts';
import { newLinkToken } from '../records/account-links.service.ts';
import { orderPasswordNotice } from './password-notices.service.ts';
import * as resets from '../records/password-reset.repository.ts';
import type { ClientInfo } from '../records/client-info.ts';

declare module '../../../platform/mail/mail-queue.ts' {
  interface MailData {
    'password-reset': { email: string };
  }
}

/** How long the link of an e-mail works, in seconds: an hour. */
const RESET_SECONDS = 3600;

const staleLink = () => invalid('token', 'This link no longer works. Please request a new one.');

/**
 * Orders the e-mail with a reset link. The account is looked up when the e-mail is composed, so that neither the reply
 * nor its time shows whether there is one. Beyond the limit of an e-mail nothing more is sent, and the links that were
 * sent still work. Throws `unavailable` if mail is off, `password_off` if users sign in with the provider, and
 * TooManyFailures for one network.
 */
export async function requestPasswordReset(
  { config, db, mails, limits }: MailContext,
  { email }: Body<typeof forgotCall>,
  { network }: ClientInfo,
): Promise<void> {
  refuseWherePasswordsAreOff({ config });
  if (!mails.isOn) throw unavailable(NO_MAIL);
  await limits.resetNetwork.take(network);
  const isAllowed = await limits.resetEmail.take(email.toLowerCase()).then(
    () => true,
    () => false,
  );
  if (isAllowed) await mails.order(db, { kind: 'password-reset', data: { email } });
}

/**
 * Sets a password with the token of an e-mailed link, ends all sign-ins of the user and returns the user's id. Throws
 * `invalid`, `password_off` and TooManyFailures.
 */
export async function resetPassword(
  ctx: AppContext,
  { token, password }: Body<typeof resetCall>,
  { network }: ClientInfo,
): Promise<string> {
  await ctx.limits.resetToken.take(network);
  const tokenHash = digestOf(token);
  if (!(await resets.isValidReset(ctx.db, tokenHash))) throw staleLink();
  await ctx.limits.resetToken.giveBack(network);
  const passwordHash = await hashNewPassword(ctx.config, password, 'password');
  const { userId, ended } = await ctx.db.transaction().execute(async (trx) => {
    const user = await resets.consumeReset(trx, tokenHash);
    const email = user && (await setPassword(trx, user, passwordHash));
    if (!user || !email) throw staleLink();
    const account = await findCredentialsById(trx, user);
    if (!account) throw staleLink();
    // The link of an e-mail change can lead here even if passwords are switched off.
    if (!(await acceptsPassword({ ...ctx, db: trx }, account))) throw passwordOff(ctx.config);
    // Recovery ends what an attacker has opened; the next sign-in with the provider links again.
    await deleteIdentities(trx, user);
    const companyId = account.company_id;
    await orderPasswordNotice(ctx, trx, { companyId, email });
    await recordAudit(trx, { companyId, action: 'account.password_reset', by: { userId: user } });
    return { userId: user, ended: await deleteAuthSessionsOf(trx, user, null) };
  });
  await ctx.rooms.closeAuthSessions(ended);
  return userId;
}

/** Creates a reset link and returns its token; null if the user has another e-mail or password by now. */
export async function createResetLink(
  trx: Transaction,
  user: { id: string; email: string; password_hash: string },
  { lastsSeconds } = { lastsSeconds: RESET_SECONDS },
): Promise<string | null> {
  const token = newLinkToken();
  const isOpen = await resets.insertReset(trx, user, { tokenHash: digestOf(token), lastsSeconds });
  return isOpen ? token : null;
}

/** Composes the e-mail of a password reset; null if the e-mail has no account. */
export function passwordResetMails(ctx: LinkContext): Composers<'password-reset'> {
  return {
    async 'password-reset'({ email }) {
      await resets.deleteExpiredResets(ctx.db);
      const found = await findCredentials(ctx.db, email);
      if (!found) return null;
      const token = await ctx.db.transaction().execute(async (trx) => {
        const opened = await createResetLink(trx, found);
        // The request proves nothing about its sender.
        const entry = { companyId: found.company_id, by: 'product' as const, subjectId: found.id };
        if (opened !== null) await recordAudit(trx, { ...entry, action: 'account.password_reset_requested' });
        return opened;
      });
      if (token === null) return null;
      return {
        to: found.email,
        subject: 'Choose a new password',
        // In the fragment, which neither servers nor logs see.
        text: requestedText(`${ctx.origin()}/reset-password#${token}`),
      };
    },
  };
}

const requestedText = (link: string) => `Hello,

You asked for a new password for your account at Code Interview Platform.
Choose one here within the next hour:

${link}

If you did not ask for it, ignore this e-mail: your password has not changed.
`;
