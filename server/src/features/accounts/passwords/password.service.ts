import type { changePassword as changePasswordCall } from '@cip/contracts/accounts/company';
import type { Body } from '@cip/contracts/protocol/endpoint';
import type { AppContext, LimitContext } from '../../../context.ts';
import { invalid } from '../../../errors.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { verifyPassword } from '../../../platform/security/password.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { acceptsPassword, passwordOff } from '../sign-in-ways.service.ts';
import { findUser } from '../records/users.repository.ts';
import { findPassword } from '../records/credentials.repository.ts';
import { hashNewPassword, replacePassword } from '../users/users.service.ts';
import { deleteAuthSessionsOf } from '../records/auth.repository.ts';
import { orderPasswordNotice } from './password-notices.service.ts';

type Field = 'current_password' | 'password';

/** The limits of ../../../limits.ts on wrong passwords of a signed-in user. */
export type PasswordLimit = 'password' | 'secondFactorPassword' | 'reauthentication' | 'companyRemoval';

interface Entered {
  field: Field;
  password: string;
  /** A further proof; if it throws, that counts as a failure too. */
  also?: () => Promise<void>;
}

const wrongPassword = (field: Field) => invalid(field, 'Current password is incorrect');

/** Uses of a password that are as good as signing in with it, and closed if that is. */
const SIGNS_IN: readonly PasswordLimit[] = ['password', 'reauthentication'];

/**
 * Checks the caller's password and returns its hash. Throws `invalid` under `field`, `password_off` if the user has no
 * password or may not sign in with it here, and TooManyFailures.
 */
export async function requirePassword(
  ctx: LimitContext,
  limit: PasswordLimit,
  { companyId, userId }: Principal,
  { field, password, also }: Entered,
): Promise<string> {
  const user = await findPassword(ctx.db, companyId, userId);
  if (!user) throw wrongPassword(field);
  if (!(SIGNS_IN.includes(limit) ? await acceptsPassword(ctx, user) : user.has_password)) throw passwordOff(ctx.config);
  await ctx.limits[limit].take(userId);
  if (!(await verifyPassword(user.password_hash, password, ctx.config.passwordHashing))) throw wrongPassword(field);
  await also?.();
  await ctx.limits[limit].succeed(userId);
  return user.password_hash;
}

/**
 * Changes the caller's password, ends their other sign-ins and closes the sockets of these. Throws `invalid` for a
 * wrong current or a refused new password, and TooManyFailures.
 */
export async function changePassword(
  ctx: AppContext,
  principal: Principal,
  { current_password, new_password }: Body<typeof changePasswordCall>,
): Promise<void> {
  const { companyId, userId, authSessionId } = principal;
  const entered = { field: 'current_password' as const, password: current_password };
  const from = await requirePassword(ctx, 'password', principal, entered);
  const to = await hashNewPassword(ctx.config, new_password, 'new_password');
  const ended = await ctx.db.transaction().execute(async (trx) => {
    if (!(await replacePassword(trx, companyId, userId, { from, to }))) throw wrongPassword('current_password');
    await recordAudit(trx, { companyId, action: 'account.password_changed', by: { userId } });
    const user = await findUser(trx, companyId, userId);
    if (user) await orderPasswordNotice(ctx, trx, { companyId, email: user.email });
    return deleteAuthSessionsOf(trx, userId, authSessionId);
  });
  await ctx.rooms.closeAuthSessions(ended);
}
