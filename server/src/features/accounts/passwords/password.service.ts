import type { changePassword as changePasswordCall } from '@cip/contracts/company';
import type { Body } from '@cip/contracts/endpoint';
import type { AppContext } from '../../../context.ts';
import { invalid } from '../../../errors.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { createFailureLimit } from '../../../platform/redis/failure-limit.ts';
import { verifyPassword } from '../../../platform/security/password.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { findPasswordHash, findUser, hashNewPassword, replacePassword } from '../users/users.service.ts';
import { deleteAuthSessionsOf } from '../sign-in/auth.repository.ts';
import { FAILURES_MAX, FAILURES_WINDOW_SECONDS } from '../sign-in/failure-limits.ts';
import { openPasswordNotices } from './password-notices.service.ts';

type Field = 'current_password' | 'password';
type ChangePassword = (principal: Principal, body: Body<typeof changePasswordCall>) => Promise<void>;

const wrongPassword = (field: Field) => invalid(field, 'Current password is incorrect');

type PasswordCheck = (
  principal: Principal,
  field: Field,
  password: string,
  /** A further proof; what it throws counts as a failure too. */
  also?: () => Promise<void>,
) => Promise<string>;

/**
 * Creates a check of the password of a signed-in user; it returns the password's hash. It throws `invalid` under
 * `field` for a wrong password, and TooManyFailures.
 */
export function openPasswordCheck(ctx: Pick<AppContext, 'redis' | 'config' | 'db'>, purpose: string): PasswordCheck {
  const failures = createFailureLimit({
    redis: ctx.redis,
    enabled: ctx.config.rateLimits,
    purpose,
    max: FAILURES_MAX,
    windowSeconds: FAILURES_WINDOW_SECONDS,
  });
  return async ({ companyId, userId }, field, password, also) => {
    await failures.take(userId);
    const hash = await findPasswordHash(ctx.db, companyId, userId);
    if (hash === undefined || !(await verifyPassword(hash, password))) throw wrongPassword(field);
    await also?.();
    await failures.succeed(userId);
    return hash;
  };
}

/**
 * Makes the act of changing one's own password: every other sign-in of the user dies and its sockets close. It
 * throws `invalid` for a wrong current or a bad new password, and TooManyFailures when guessed at.
 */
export function openPasswordChange(ctx: AppContext): ChangePassword {
  const requirePassword = openPasswordCheck(ctx, 'password');
  const orderNotice = openPasswordNotices(ctx);
  return async (principal, { current_password, new_password }) => {
    const { companyId, userId, authSessionId } = principal;
    const from = await requirePassword(principal, 'current_password', current_password);
    const to = await hashNewPassword(ctx.config, new_password, 'new_password');
    const ended = await ctx.db.transaction().execute(async (trx) => {
      if (!(await replacePassword(trx, companyId, userId, { from, to }))) throw wrongPassword('current_password');
      await recordAudit(trx, { companyId, action: 'account.password_changed', by: { userId } });
      const user = await findUser(trx, companyId, userId);
      if (user) await orderNotice(trx, { companyId, email: user.email });
      return deleteAuthSessionsOf(trx, userId, authSessionId);
    });
    await ctx.rooms.closeAuthSessions(ended);
  };
}
