import type { undoEmailChange as undoCall } from '@cip/contracts/accounts/auth-recovery';
import type { Body } from '@cip/contracts/protocol/endpoint';
import type { AppContext } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { invalid, unauthenticated } from '../../../errors.ts';
import { releaseHeldMails } from '../../../platform/mail/held-mails.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { restoreEmail } from '../users/users.service.ts';
import { digestOf } from '../../../platform/security/digest-of.ts';
import { deleteAuthSessionsOf } from '../records/auth.repository.ts';
import * as links from '../records/email-links.repository.ts';
import { deleteResets } from '../records/password-reset.repository.ts';
import { createResetLink } from '../passwords/password-reset.service.ts';
import { deleteIdentities } from '../records/identities.repository.ts';
import { deleteSecondFactorSince } from '../records/second-factor.repository.ts';
import type { ClientInfo } from '../records/client-info.ts';

/** How long a change of the e-mail can be undone, in seconds: 7 days (decision 0010). */
const UNDO_SECONDS = 7 * 24 * 3600;

const staleLink = () => invalid('token', 'This link no longer works. It works once, and for 7 days.');

/** Adds a link that restores this e-mail and returns its id; the link gets its token when its e-mail is composed. */
export function addUndoLink(
  trx: Transaction,
  link: { userId: string; email: string; wasVerified: boolean },
): Promise<number> {
  return links.insertLink(trx, { ...link, kind: 'undo', lastsSeconds: UNDO_SECONDS });
}

/**
 * Restores the e-mail of a link and returns the token of a new reset link, because the old password stops working. Ends
 * every sign-in, open reset link, link to the provider and later undo link, and a second step that was set up around
 * the change. Throws `invalid` if the link does not work, and TooManyFailures.
 */
export async function undoEmailChange(
  ctx: AppContext,
  { token }: Body<typeof undoCall>,
  { network }: ClientInfo,
): Promise<string> {
  await ctx.limits.undoToken.take(network);
  const { reset, ended } = await ctx.db.transaction().execute((trx) => undo(trx, token));
  await ctx.limits.undoToken.giveBack(network);
  await ctx.rooms.closeAuthSessions(ended);
  return reset;
}

async function undo(trx: Transaction, token: string): Promise<{ reset: string; ended: string[] }> {
  const digest = digestOf(token);
  await links.lockCompanyOf(trx, 'undo', digest);
  const link = await links.consumeLink(trx, 'undo', digest);
  if (!link) throw staleLink();
  const { id, user_id: userId, email, created_at: changedAt } = link;
  // The older address wins, because the later links went to addresses that an attacker may have set.
  await links.deleteLinksAfter(trx, userId, id);
  await links.deleteLinks(trx, userId, 'verify');
  const user = await restoreEmail(trx, userId, email);
  await deleteResets(trx, userId);
  await deleteIdentities(trx, userId);
  await deleteSecondFactorSince(trx, userId, new Date(Date.parse(changedAt) - UNDO_SECONDS * 1_000).toISOString());
  // The link proves the restored address, so nothing waits for a confirmation any more.
  if (user.role === 'owner') await releaseHeldMails(trx, user.company_id);
  const ended = await deleteAuthSessionsOf(trx, userId, null);
  const entry = { companyId: user.company_id, action: 'account.email_change_undone' as const, by: { userId } };
  await recordAudit(trx, entry);
  const reset = await createResetLink(trx, user);
  if (reset === null) throw unauthenticated();
  return { reset, ended };
}
