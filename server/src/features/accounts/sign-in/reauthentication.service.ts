import type { reauthenticate as reauthenticateCall } from '@cip/contracts/accounts/auth-recovery';
import type { Body } from '@cip/contracts/protocol/endpoint';
import type { AppContext } from '../../../context.ts';
import type { Principal } from '../../../platform/http/authenticate.ts';
import { markRecent } from '../records/auth.repository.ts';
import { requireIdentity } from './identity-check.service.ts';

/** Makes the caller's sign-in recent. Throws `invalid` for a wrong password or code, and TooManyFailures. */
export async function reauthenticate(
  ctx: AppContext,
  principal: Principal,
  body: Body<typeof reauthenticateCall>,
): Promise<void> {
  await requireIdentity(ctx, 'reauthentication', principal, body);
  await markRecent(ctx.db, principal.authSessionId);
}
