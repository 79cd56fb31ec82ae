import type { Interview } from '@cip/contracts/interviews/interviews';
import type { MailContext } from '../../../context.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { orderLimited, type KeyedLimit } from '../../../platform/mail/limited-mails.ts';
import type { Email } from '../../../platform/mail/mailer.ts';
import { candidateLimits, colleagueLimit } from './mail-limits.ts';
import { colleagueCancellation } from './colleague-emails.ts';
import * as emails from './interview-emails.ts';
import { findColleague, findPlanner } from './interview-mail-data.repository.ts';
import { isOver, loadScheduled } from './interview-mail-data.service.ts';
import { heldInvitations, invitedTo, unsentCancellations, type Recipients } from './recipients.service.ts';

declare module '../../../platform/mail/mail-queue.ts' {
  interface MailData {
    /**
     * About an interview that is deleted, or has another address, when it is sent: the whole e-mail as JSON, and its
     * address for the deletion of an account.
     */
    'deleted-interview': { to: string; email: string };
  }
}

/**
 * Orders the e-mails of a cancellation before a planned interview is deleted, or a cancelled one of which they are not
 * sent yet. They are composed now, because queued e-mails about it are deleted with it. If its company is deleted too,
 * only the candidate is written to, because the accounts of the others are deleted. Does nothing for an interview in
 * another state, or whose time is over.
 */
export async function orderDeletion(
  ctx: MailContext,
  trx: Transaction,
  plan: Interview,
  by: Principal,
  deleted: 'interview' | 'company' = 'interview',
): Promise<void> {
  const { companyId } = by;
  const found = await loadScheduled(trx, plan.id);
  const to = await toldOfDeletion(trx, plan, by);
  if (!found || isOver(found) || !to) return;
  // Calendars take a cancellation only with a higher revision.
  const data = { ...found, plan_revision: found.plan_revision + 1 };
  if (to.candidate && data.candidate_email !== null) {
    const limits = candidateLimits(ctx, 'interview-cancellation', { companyId, to: data.candidate_email });
    await orderComposed(ctx, trx, deleted === 'company' ? null : companyId, emails.cancellation(data), limits);
  }
  if (deleted === 'company') return;
  const planner = await findPlanner(trx, plan.id);
  const limit = colleagueLimit(ctx, 'colleague-cancellation', companyId);
  for (const userId of to.users) {
    const colleague = await findColleague(trx, plan.id, userId);
    if (colleague)
      await orderComposed(ctx, trx, companyId, colleagueCancellation(data, { to: colleague, planner }), [limit]);
  }
}

/** Returns who has to learn that an interview is deleted; null if it is neither planned nor cancelled. */
async function toldOfDeletion(trx: Transaction, plan: Interview, by: Principal): Promise<Recipients | null> {
  if (plan.status === 'cancelled') return unsentCancellations(trx, plan.id);
  return plan.status === 'scheduled' ? invitedTo(trx, plan, by) : null;
}

/**
 * Orders the e-mail to the address of a planned interview that its invitation is withdrawn, before the interview gets
 * another address or none. Does nothing if there was none, or if its invitation was never sent.
 */
export async function orderWithdrawal(ctx: MailContext, trx: Transaction, plan: Interview): Promise<void> {
  const { status, candidate_email: to } = plan;
  if (status !== 'scheduled' || to === null || (await heldInvitations(trx, plan.id)).candidate) return;
  const found = await loadScheduled(trx, plan.id);
  if (!found || isOver(found)) return;
  const data = { ...found, plan_revision: found.plan_revision + 1 };
  const { company_id: companyId } = found;
  // Withdrawals have a limit of their own, so that none of them costs a cancellation.
  const limits = candidateLimits(ctx, 'interview-withdrawal', { companyId, to });
  await orderComposed(ctx, trx, companyId, emails.withdrawal(data), limits);
}

/** Orders an e-mail whose data is gone when it is sent; without a company if that is gone, too. */
async function orderComposed(
  ctx: MailContext,
  trx: Transaction,
  companyId: string | null,
  email: Email,
  limits: KeyedLimit[],
): Promise<void> {
  const data = { to: email.to, email: JSON.stringify(email) };
  const order = { kind: 'deleted-interview' as const, data, ...(companyId !== null && { companyId }) };
  await orderLimited(ctx, trx, order, ...limits);
}
