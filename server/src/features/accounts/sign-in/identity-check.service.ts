import type { AppContext } from '../../../context.ts';
import { invalid } from '../../../errors.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { requirePassword, type PasswordLimit } from '../passwords/password.service.ts';
import { fitsSecondFactor, hasSecondFactor, wrongCode } from '../second-factor/second-factor.service.ts';
import { countWrongCode } from '../second-factor/wrong-codes.service.ts';

const missingCode = () => invalid('code', 'Please enter the code from your authenticator app.');

/**
 * Checks the caller's password and, if the second step is on, a code; both failures count under one limit. Throws
 * `invalid` for the wrong or missing field, and TooManyFailures.
 */
export async function requireIdentity(
  ctx: AppContext,
  limit: PasswordLimit,
  principal: Principal,
  { password, code }: { password: string; code?: string },
): Promise<void> {
  const requireCode = async () => {
    if (!(await hasSecondFactor(ctx.db, principal.userId))) return;
    if (code === undefined) throw missingCode();
    if (await fitsSecondFactor(ctx, principal.userId, code)) return;
    await countWrongCode(ctx, principal);
    throw wrongCode();
  };
  await requirePassword(ctx, limit, principal, { field: 'password', password, also: requireCode });
}
