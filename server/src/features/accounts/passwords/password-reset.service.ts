import type { forgotPassword as forgotCall, resetPassword as resetCall } from '@cip/contracts/auth-reset';
import type { Body } from '@cip/contracts/endpoint';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.ts';
import type { Tables } from '../../../platform/database/database.ts';
import { invalid, unavailable } from '../../../errors.ts';
import { createFailureLimit } from '../../../platform/redis/failure-limit.ts';
import type { Composers } from '../../../platform/mail/mail-queue.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { findCredentials, findCredentialsById, hashNewPassword, setPassword } from '../users/users.service.ts';
import { deleteAuthSessionsOf } from '../sign-in/auth.repository.ts';
import { newLinkToken, tokenHashOf } from '../emails/account-links.service.ts';
import { ASKED_FROM_MAX, FAILURES_MAX, FAILURES_WINDOW_SECONDS } from '../sign-in/failure-limits.ts';
import { openPasswordNotices } from './password-notices.service.ts';
import * as resets from './password-reset.repository.ts';
import type { Visitor } from '../sign-in/visitor.ts';

declare module '../../../platform/mail/mail-queue.ts' {
  interface MailData {
    'password-reset': { email: string };
  }
}

/** How long the link of a mail works, in seconds: an hour. */
const RESET_SECONDS = 3600;

const staleLink = () => invalid('token', 'This link does not work any more. Please ask for a new one.');

/** Makes the two acts of a password reset. */
export function openPasswordReset(ctx: AppContext) {
  const shared = { redis: ctx.redis, enabled: ctx.config.rateLimits, windowSeconds: FAILURES_WINDOW_SECONDS };
  const perEmail = createFailureLimit({ ...shared, purpose: 'reset-email', max: FAILURES_MAX });
  const perNetwork = createFailureLimit({ ...shared, purpose: 'reset-network', max: ASKED_FROM_MAX });
  const guesses = createFailureLimit({ ...shared, purpose: 'reset-token', max: ASKED_FROM_MAX });
  const orderNotice = openPasswordNotices(ctx);

  return {
    /**
     * Orders a mail, whoever's the e-mail is: who it belongs to is looked up when the mail is written, so that the
     * answer and its time tell nothing. Who asks for others keeps them from nothing: after a few mails no more
     * follow, and those that came still work. Throws `unavailable` without mail, TooManyFailures for one network.
     */
    async forgot({ email }: Body<typeof forgotCall>, { network }: Visitor): Promise<void> {
      if (!ctx.mails.isOn) throw unavailable('Email is not set up here. Please ask whoever runs this service.');
      await perNetwork.take(network);
      const isEnough = await perEmail.take(email.toLowerCase()).then(
        () => false,
        () => true,
      );
      if (!isEnough) await ctx.mails.order(ctx.db, { kind: 'password-reset', data: { email } });
    },

    /** Sets a password with a mail's token; all sign-ins of the user end. Throws `invalid`. Answers with the user. */
    async reset({ token, password }: Body<typeof resetCall>, { network }: Visitor): Promise<string> {
      await guesses.take(network);
      const tokenHash = tokenHashOf(token);
      if (!(await resets.isLivingReset(ctx.db, tokenHash))) throw staleLink();
      await guesses.giveBack(network);
      const passwordHash = await hashNewPassword(ctx.config, password, 'password');
      const { userId, ended } = await ctx.db.transaction().execute(async (trx) => {
        const user = await resets.takeReset(trx, tokenHash);
        const email = user && (await setPassword(trx, user, passwordHash));
        if (!user || !email) throw staleLink();
        const account = await findCredentialsById(trx, user);
        if (!account) throw staleLink();
        const companyId = account.company_id;
        await orderNotice(trx, { companyId, email });
        await recordAudit(trx, { companyId, action: 'account.password_reset', by: { userId: user } });
        return { userId: user, ended: await deleteAuthSessionsOf(trx, user, null) };
      });
      await ctx.rooms.closeAuthSessions(ended);
      return userId;
    },
  };
}

/** Opens a reset link and returns its token; null when the user has another e-mail or password by now. */
export async function openReset(
  trx: Transaction<Tables>,
  user: { id: string; email: string; password_hash: string },
): Promise<string | null> {
  const token = newLinkToken();
  const isOpen = await resets.insertReset(trx, user, { tokenHash: tokenHashOf(token), lastsSeconds: RESET_SECONDS });
  return isOpen ? token : null;
}

/** The mails of a password reset. */
export function passwordResetMails(ctx: Pick<AppContext, 'db' | 'origin'>): Composers<'password-reset'> {
  return {
    async 'password-reset'({ email }) {
      await resets.deleteExpiredResets(ctx.db);
      const found = await findCredentials(ctx.db, email);
      if (!found) return null;
      const token = await ctx.db.transaction().execute(async (trx) => {
        const opened = await openReset(trx, found);
        // The request proves nothing about its sender.
        const entry = { companyId: found.company_id, by: 'product' as const, subjectId: found.id };
        if (opened !== null) await recordAudit(trx, { ...entry, action: 'account.password_reset_requested' });
        return opened;
      });
      if (token === null) return null;
      return {
        to: found.email,
        subject: 'Choose a new password',
        // In the fragment, which no server and no log gets to see.
        text: requestedText(`${ctx.origin()}/reset-password#${token}`),
      };
    },
  };
}

const requestedText = (link: string) => `Hello,

somebody, hopefully you, asked for a new password for your account at Code Interview Platform.
Choose one here within the next hour:

${link}

If it was not you, nothing has happened and nothing has to be done: your password still is what it was.
`;
