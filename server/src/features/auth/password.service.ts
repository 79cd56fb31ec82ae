import type { changePassword as changePasswordCall } from '@cip/contracts/company';
import type { Body } from '@cip/contracts/endpoint';
import type { AppContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import type { Principal } from '../../platform/authenticate.ts';
import { createFailureLimit } from '../../platform/failure-limit.ts';
import { verifyPassword } from '../../platform/password.ts';
import { findPasswordHash, hashNewPassword, replacePassword } from '../interviewers/users.service.ts';
import { deleteAuthSessionsOf } from './auth.repository.ts';
import { FAILURES_MAX, FAILURES_WINDOW_SECONDS } from './failure-limits.ts';

type ChangePassword = (principal: Principal, body: Body<typeof changePasswordCall>) => Promise<void>;

const wrongPassword = () => invalid('current_password', 'Current password is incorrect');

/**
 * Makes the act of changing one's own password: every other sign-in of the user dies and its sockets close. It
 * throws `invalid` for a wrong current or a bad new password, and TooManyFailures when guessed at.
 */
export function openPasswordChange(ctx: AppContext): ChangePassword {
  const failures = createFailureLimit({
    redis: ctx.redis,
    enabled: ctx.config.rateLimits,
    purpose: 'password',
    max: FAILURES_MAX,
    windowSeconds: FAILURES_WINDOW_SECONDS,
  });
  return async ({ companyId, userId, authSessionId }, { current_password, new_password }) => {
    await failures.take(userId);
    const from = await findPasswordHash(ctx.db, companyId, userId);
    if (from === undefined || !(await verifyPassword(from, current_password))) throw wrongPassword();
    await failures.succeed(userId);
    const to = await hashNewPassword(ctx.config, new_password, 'new_password');
    const ended = await ctx.db.transaction().execute(async (trx) => {
      if (!(await replacePassword(trx, companyId, userId, { from, to }))) throw wrongPassword();
      return deleteAuthSessionsOf(trx, userId, authSessionId);
    });
    await ctx.rooms.closeAuthSessions(ended);
  };
}
