import type { reauthenticate as reauthenticateCall } from '@cip/contracts/auth-recovery';
import type { Body } from '@cip/contracts/endpoint';
import type { AppContext } from '../../../context.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { markRecent } from './auth.repository.ts';
import { openIdentityCheck } from './identity-check.service.ts';

/**
 * Creates `reauthenticate`, which makes the caller's sign-in a recent one. Throws `invalid` for a wrong password or
 * code, and TooManyFailures.
 */
export function openReauthentication(ctx: AppContext) {
  const requireIdentity = openIdentityCheck(ctx, 'reauthentication');
  return async (principal: Principal, body: Body<typeof reauthenticateCall>): Promise<void> => {
    await requireIdentity(principal, body);
    await markRecent(ctx.db, principal.authSessionId);
  };
}
