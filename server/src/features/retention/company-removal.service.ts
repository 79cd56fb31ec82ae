import { CLOSED_MESSAGE } from '@cip/contracts/rooms/rooms';
import type { deleteCompany } from '@cip/contracts/accounts/company';
import type { Body } from '@cip/contracts/protocol/endpoint';
import type { AppContext, DbContext } from '../../context.ts';
import { invalid, unauthenticated } from '../../errors.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { retryDeadlocks } from '../../platform/database/deadlock.ts';
import { deleteMailsTo } from '../../platform/mail/delete-mails.ts';
import { tidyName } from '../../platform/names.ts';
import { endSignInsOfCompany } from '../accounts/sign-in/auth.service.ts';
import { requirePassword } from '../accounts/passwords/password.service.ts';
import { cancelBilling } from '../billing/subscription/cancel-billing.service.ts';
import { listEmails } from '../accounts/users/users.service.ts';
import { deleteInvited } from '../interviews/deletion.service.ts';
import { listActiveInterviews, removeAllInterviews } from '../interviews/interviews.service.ts';
import { wholeCompany } from '../interviews/scope.service.ts';
import * as companies from './company-removal.repository.ts';

/**
 * Removes a company with all its data, and mails the candidates of its planned interviews. Throws `invalid` if the
 * password is wrong or the name is not the company's, TooManyFailures, and as cancelBilling does.
 */
export async function removeCompany(
  ctx: AppContext,
  principal: Principal,
  { password, confirmation }: Body<typeof deleteCompany>,
): Promise<void> {
  const { companyId } = principal;
  const name = await companies.findName(ctx.db, companyId);
  if (name === undefined) throw unauthenticated();
  if (tidyName(confirmation) !== name) throw invalid('confirmation', 'This is not the name of your company.');
  await requirePassword(ctx, 'companyRemoval', principal, { field: 'password', password });
  const closing = { message: CLOSED_MESSAGE, endedBy: name };
  // Billing first, because a payment that cannot be ended must not outlive the company.
  const { started, authSessionIds } = await cancelBilling(ctx, companyId, async () => {
    await retryDeadlocks(() => deleteInvited(ctx, principal));
    await retryDeadlocks(() => removeAllInterviews(ctx, principal, closing));
    return retryDeadlocks(() => removeRest(ctx, companyId));
  });
  for (const { id } of started) {
    ctx.documents.drop(id);
    await ctx.rooms.close(id, closing);
  }
  await ctx.rooms.closeAuthSessions(authSessionIds);
  ctx.log.info({ companyId }, 'company removed');
}

/** Removes the company with the interviews that started meanwhile, and returns these: their rooms are still open. */
function removeRest({ db }: DbContext, companyId: string) {
  return db.transaction().execute(async (trx) => {
    await companies.lockForRemoval(trx, companyId);
    const started = await listActiveInterviews(trx, wholeCompany(companyId));
    const authSessionIds = await endSignInsOfCompany(trx, companyId);
    await deleteMailsTo(trx, await listEmails(trx, companyId));
    await companies.remove(trx, companyId);
    return { started, authSessionIds };
  });
}
