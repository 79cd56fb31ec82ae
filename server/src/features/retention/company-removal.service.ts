import type { deleteCompany } from '@cip/contracts/company';
import type { Body } from '@cip/contracts/endpoint';
import type { AppContext } from '../../context.ts';
import { invalid, unauthenticated } from '../../errors.ts';
import type { Principal } from '../../platform/http/authenticate.ts';
import { retryDeadlocks } from '../../platform/database/deadlock.ts';
import { forgetMailsTo } from '../../platform/mail/forget-mails.ts';
import { tidyName } from '../../platform/http/names.ts';
import { endSignInsOfCompany } from '../accounts/sign-in/auth.service.ts';
import { openPasswordCheck } from '../accounts/passwords/password.service.ts';
import { stopPaying } from '../billing/leaving.service.ts';
import { listEmails } from '../accounts/users/users.service.ts';
import { listActiveInterviews, removeAllInterviews } from '../interviews/interviews.service.ts';
import * as companies from './company-removal.repository.ts';

/** Said to whoever is in a room of a company that is being removed. */
const GONE = 'The company has closed its account. This session has ended.';

type RemoveCompany = (principal: Principal, body: Body<typeof deleteCompany>) => Promise<void>;

/**
 * Makes the act of removing a company with everything held about it. It throws `invalid` for a wrong password or
 * another name than the company's, TooManyFailures when guessed at, and what the payment provider throws.
 */
export function openCompanyRemoval(ctx: AppContext): RemoveCompany {
  const requirePassword = openPasswordCheck(ctx, 'company-removal');
  return async (principal, { password, confirmation }) => {
    const { companyId } = principal;
    const name = await companies.findName(ctx.db, companyId);
    if (name === undefined) throw unauthenticated();
    if (tidyName(confirmation) !== name) throw invalid('confirmation', 'This is not the name of your company.');
    await requirePassword(principal, 'password', password);
    // Before anything goes: a payment that cannot be ended must not outlive the company.
    await stopPaying(ctx, companyId);
    const said = { message: GONE, endedBy: name };
    await retryDeadlocks(() => removeAllInterviews(ctx, principal, said));
    const { begun, authSessionIds } = await retryDeadlocks(() => removeRest(ctx, companyId));
    for (const { id } of begun) {
      ctx.documents.drop(id);
      await ctx.rooms.close(id, said);
    }
    await ctx.rooms.closeAuthSessions(authSessionIds);
    ctx.log.info({ companyId }, 'company removed');
  };
}

// What began since the interviews were removed goes with the company, and its rooms are closed.
function removeRest({ db }: Pick<AppContext, 'db'>, companyId: string) {
  return db.transaction().execute(async (trx) => {
    await companies.lockForRemoval(trx, companyId);
    const begun = await listActiveInterviews(trx, companyId);
    const authSessionIds = await endSignInsOfCompany(trx, companyId);
    await forgetMailsTo(trx, await listEmails(trx, companyId));
    await companies.remove(trx, companyId);
    return { begun, authSessionIds };
  });
}
