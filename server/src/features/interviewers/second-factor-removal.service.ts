import { NO_SUCH_INTERVIEWER } from '@cip/contracts/protocol/not-found';
import type { AppContext } from '../../context.ts';
import { conflict, notFound } from '../../errors.ts';
import { retryDeadlocks } from '../../platform/database/deadlock.ts';
import { requireRecentSignIn, type Principal } from '../../platform/http/authenticate.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { endSignInsOf } from '../accounts/sign-in/auth.service.ts';
import { orderSecondFactorRemovalMail } from '../accounts/second-factor/second-factor-mails.service.ts';
import { endSecondFactor } from '../accounts/second-factor/second-factor.service.ts';
import { requireManages } from './interviewers.service.ts';
import { lockInterviewer } from './interviewers.repository.ts';

const noSecondFactor = () => conflict('This interviewer has no second step.');

/**
 * Removes the second step of an interviewer who has lost the app and the recovery codes, ends their sign-ins and reset
 * links, and sends them an e-mail. Throws `not_found`, `forbidden`, `reauthenticate`, and `conflict` if it is off.
 */
export async function removeSecondFactor(ctx: AppContext, principal: Principal, userId: string): Promise<void> {
  const { companyId, userId: ownerId, name: by } = principal;
  // Renewing the recovery codes at the same time takes the same locks in the other order.
  const ended = await retryDeadlocks(() =>
    ctx.db.transaction().execute(async (trx) => {
      const interviewer = await lockInterviewer(trx, companyId, userId);
      if (!interviewer) throw notFound(NO_SUCH_INTERVIEWER);
      requireManages(principal, interviewer.role);
      requireRecentSignIn(principal);
      if (!(await endSecondFactor(trx, userId))) throw noSecondFactor();
      const entry = { companyId, action: 'interviewer.second_factor_removed' as const, by: { userId: ownerId } };
      await recordAudit(trx, { ...entry, subjectId: userId });
      await orderSecondFactorRemovalMail(ctx, trx, { companyId, email: interviewer.email, by });
      return endSignInsOf(trx, userId);
    }),
  );
  await ctx.rooms.closeAuthSessions(ended);
}
