import type { AppContext } from '../../../context.ts';
import { invalid } from '../../../errors.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { openPasswordCheck } from '../passwords/password.service.ts';
import { fitsSecondFactor, hasSecondFactor } from '../second-factor/second-factor.service.ts';
import { openWrongCodes } from '../second-factor/wrong-codes.service.ts';

const missingCode = () => invalid('code', 'Please enter the code from your authenticator app.');
const wrongCode = () => invalid('code', 'This code is not right. Codes change every 30 seconds.');

/**
 * Creates a check of the password and, where the second step is on, of a code, with one limit on failures for both.
 * It throws `invalid` for the field that is wrong or missing, and TooManyFailures.
 */
export function openIdentityCheck(ctx: AppContext, purpose: string) {
  const requirePassword = openPasswordCheck(ctx, purpose);
  const noteWrongCode = openWrongCodes(ctx);
  return (principal: Principal, { password, code }: { password: string; code?: string }): Promise<unknown> =>
    requirePassword(principal, 'password', password, async () => {
      if (!(await hasSecondFactor(ctx.db, principal.userId))) return;
      if (code === undefined) throw missingCode();
      if (await fitsSecondFactor(ctx, principal.userId, code)) return;
      await noteWrongCode(principal);
      throw wrongCode();
    });
}
