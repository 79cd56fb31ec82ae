import type { undoEmailChange as undoCall } from '@cip/contracts/auth-recovery';
import type { Body } from '@cip/contracts/endpoint';
import type { Transaction } from 'kysely';
import type { AppContext } from '../../../context.ts';
import type { Tables } from '../../../platform/database/database.ts';
import { invalid, unauthenticated } from '../../../errors.ts';
import { createFailureLimit } from '../../../platform/redis/failure-limit.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { restoreEmail } from '../users/users.service.ts';
import { endResetLinks, tokenHashOf } from './account-links.service.ts';
import { deleteAuthSessionsOf } from '../sign-in/auth.repository.ts';
import * as links from './email-links.repository.ts';
import { ASKED_FROM_MAX, FAILURES_WINDOW_SECONDS } from '../sign-in/failure-limits.ts';
import { openReset } from '../passwords/password-reset.service.ts';
import { deleteSecondFactorSince } from '../second-factor/second-factor.repository.ts';
import type { Visitor } from '../sign-in/visitor.ts';

/** How long a change of the e-mail can be undone, in seconds: 7 days (decision 0025). */
const UNDO_SECONDS = 7 * 24 * 3600;

const staleLink = () => invalid('token', 'This link no longer works. It works once, and for 7 days.');

/** Opens a link that restores this e-mail; returns its id, by which the mail gets the token. */
export function openUndo(
  trx: Transaction<Tables>,
  link: { userId: string; email: string; wasVerified: boolean },
): Promise<number> {
  return links.insertLink(trx, { ...link, kind: 'undo', lastsSeconds: UNDO_SECONDS });
}

/**
 * Creates `undo`, which restores the e-mail of a link. It ends every sign-in, open reset link and later undo link, and
 * a second step that was set up around the change; the old password stops working. Returns the token of a new reset
 * link. Throws `invalid` for a link that does not work, and TooManyFailures.
 */
export function openEmailUndo(ctx: AppContext) {
  const guesses = createFailureLimit({
    redis: ctx.redis,
    enabled: ctx.config.rateLimits,
    purpose: 'undo-token',
    max: ASKED_FROM_MAX,
    windowSeconds: FAILURES_WINDOW_SECONDS,
  });
  return async ({ token }: Body<typeof undoCall>, { network }: Visitor): Promise<string> => {
    await guesses.take(network);
    const { reset, ended } = await ctx.db.transaction().execute((trx) => undo(trx, token));
    await guesses.giveBack(network);
    await ctx.rooms.closeAuthSessions(ended);
    return reset;
  };
}

async function undo(trx: Transaction<Tables>, token: string): Promise<{ reset: string; ended: string[] }> {
  const link = await links.takeLink(trx, 'undo', tokenHashOf(token));
  if (!link) throw staleLink();
  const { id, user_id: userId, email, created_at: changedAt } = link;
  // The older address wins: whoever made the change holds the links of the later ones.
  await links.deleteLinksAfter(trx, userId, id);
  await links.deleteLinks(trx, userId, 'verify');
  const user = await restoreEmail(trx, userId, email);
  await endResetLinks(trx, userId);
  await deleteSecondFactorSince(trx, userId, new Date(Date.parse(changedAt) - UNDO_SECONDS * 1_000).toISOString());
  const ended = await deleteAuthSessionsOf(trx, userId, null);
  const entry = { companyId: user.company_id, action: 'account.email_change_undone' as const, by: { userId } };
  await recordAudit(trx, entry);
  const reset = await openReset(trx, user);
  if (reset === null) throw unauthenticated();
  return { reset, ended };
}
