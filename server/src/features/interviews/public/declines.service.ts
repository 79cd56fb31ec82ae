import { NO_SUCH_LINK } from '@cip/contracts/protocol/not-found';
import { valueOrNull } from '../../../platform/names.ts';
import type { MailContext } from '../../../context.ts';
import { conflict, ended, notFound } from '../../../errors.ts';
import { lockPlanByLink } from '../candidates.repository.ts';
import { orderDecline } from '../mails/interview-mails.service.ts';
import * as interviews from '../planning/plan.repository.ts';
import { recordInterview } from '../record-interview.service.ts';

/**
 * Records that the candidate of a planned interview cannot make it, and writes to its interviewer. Once per plan: a
 * repetition changes nothing until there is a new time. Throws `not_found`, `conflict` once it runs, or `ended`.
 */
export function declineInterview(ctx: MailContext, roomCode: string, note: string | null | undefined): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    const plan = await lockPlanByLink(trx, roomCode);
    if (!plan) throw notFound(NO_SUCH_LINK);
    if (plan.status === 'active') throw conflict('This session has already started. You can join it now.');
    if (plan.status !== 'scheduled') throw ended();
    if (plan.declined_at !== null) return;
    const { id, company_id: companyId } = plan;
    await interviews.markDeclined(trx, id, valueOrNull(note));
    await recordInterview(trx, companyId, 'interview.declined', 'candidate', roomCode);
    await orderDecline(ctx, trx, { companyId, interviewId: id });
  });
}
