import type { verifyEmail as verifyCall } from '@cip/contracts/auth-recovery';
import type { Body } from '@cip/contracts/endpoint';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.ts';
import type { Tables } from '../../../platform/database/database.ts';
import { conflict, invalid, unavailable } from '../../../errors.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { createFailureLimit } from '../../../platform/redis/failure-limit.ts';
import { releaseHeldMails } from '../../../platform/mail/held-mails.ts';
import type { Composers } from '../../../platform/mail/mail-queue.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { findOwner, isVerifiedAtOnce, markVerified } from '../users/users.service.ts';
import { tokenHashOf, writeLink } from './account-links.service.ts';
import * as links from './email-links.repository.ts';
import { ASKED_FROM_MAX, FAILURES_WINDOW_SECONDS } from '../sign-in/failure-limits.ts';
import type { Visitor } from '../sign-in/visitor.ts';

declare module '../../../platform/mail/mail-queue.ts' {
  interface MailData {
    'verify-email': { email: string; link: string };
  }
}

/** How long the link of a mail works, in seconds: 7 days. */
const VERIFY_SECONDS = 7 * 24 * 3600;
/** Such mails a company may cause in a day: the address may be a stranger's. */
const MAILS_PER_DAY = 10;
const DAY_SECONDS = 24 * 3600;

const staleLink = () => invalid('token', 'This link no longer works. Send a new one from Settings.');

interface Owner {
  companyId: string;
  userId: string;
  email: string;
}

/** Orders the mails with the link that verifies an e-mail. */
export interface Verification {
  /** Orders one for a new e-mail, where the product asks for the proof. Throws TooManyFailures. */
  orderFor(trx: Transaction<Tables>, owner: Owner): Promise<void>;
  /** Orders one more. Throws `conflict` for an e-mail that is verified, `unavailable` without mail, TooManyFailures. */
  sendAgain(principal: Principal): Promise<void>;
}

/** Creates the orders of verification mails. */
export function openVerification(ctx: Pick<AppContext, 'config' | 'db' | 'redis' | 'mails'>): Verification {
  const limit = createFailureLimit({
    redis: ctx.redis,
    enabled: ctx.config.rateLimits,
    purpose: 'verification-mails',
    max: MAILS_PER_DAY,
    windowSeconds: DAY_SECONDS,
  });
  const order = async (trx: Transaction<Tables>, { companyId, userId, email }: Owner) => {
    await limit.take(companyId);
    await links.deleteLinks(trx, userId, 'verify');
    const link = { userId, kind: 'verify' as const, email, wasVerified: false, lastsSeconds: VERIFY_SECONDS };
    const id = await links.insertLink(trx, link);
    await ctx.mails.order(trx, { kind: 'verify-email', data: { email, link: String(id) }, companyId });
  };
  return {
    async orderFor(trx, owner) {
      if (ctx.mails.isOn && !isVerifiedAtOnce(ctx.config)) await order(trx, owner);
    },
    async sendAgain({ companyId }) {
      const { id: userId, email, email_verified_at: verifiedAt } = await findOwner(ctx.db, companyId);
      if (verifiedAt !== null) throw conflict('Your email address is confirmed already.');
      if (!ctx.mails.isOn) throw unavailable('Email is not set up here. Please ask whoever runs this service.');
      await ctx.db.transaction().execute((trx) => order(trx, { companyId, userId, email }));
    },
  };
}

/** Creates `verify`, which uses a link up and sends the invitations that waited. Throws `invalid`, TooManyFailures. */
export function openVerifyEmail(ctx: AppContext) {
  const guesses = createFailureLimit({
    redis: ctx.redis,
    enabled: ctx.config.rateLimits,
    purpose: 'verify-token',
    max: ASKED_FROM_MAX,
    windowSeconds: FAILURES_WINDOW_SECONDS,
  });
  return async ({ token }: Body<typeof verifyCall>, { network }: Visitor): Promise<void> => {
    await guesses.take(network);
    await ctx.db.transaction().execute((trx) => verify(trx, token));
    await guesses.giveBack(network);
  };
}

async function verify(trx: Transaction<Tables>, token: string): Promise<void> {
  const link = await links.takeLink(trx, 'verify', tokenHashOf(token));
  const companyId = link && (await markVerified(trx, link.user_id, link.email));
  if (!link || companyId === undefined) throw staleLink();
  // The proven address beats one that never was: its holder may be a stranger.
  await links.deleteUnprovenUndos(trx, link.user_id);
  await releaseHeldMails(trx, companyId);
  await recordAudit(trx, { companyId, action: 'account.email_verified', by: { userId: link.user_id } });
}

/** The mail that asks for the proof of an e-mail. */
export function verificationMails({ db, origin }: Pick<AppContext, 'db' | 'origin'>): Composers<'verify-email'> {
  return {
    async 'verify-email'({ link }) {
      const written = await writeLink(db, Number(link));
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

If you did not register, you need not do anything.
`;
