import type { reauthenticate } from '@cip/contracts/auth-recovery';
import type {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
} from '@cip/contracts/auth-second-factor';
import type { endOtherSignIns, endSignIn, listSignIns } from '@cip/contracts/auth-sign-ins';
import type { Body } from '@cip/contracts/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api-client.ts';

/** Where the caller is signed in, the last used first. */
export const signInsQuery = queryOptions({
  queryKey: ['sign-ins'],
  queryFn: async () => (await call<typeof listSignIns>('GET', '/user/sign-ins')).data,
});

/** Ends one of the caller's sign-ins. */
export function endOneSignIn(id: string) {
  return call<typeof endSignIn>('DELETE', '/user/sign-ins/:id', { params: { id } });
}

/** Ends all the caller's sign-ins but this one. */
export function endSignInsElsewhere() {
  return call<typeof endOtherSignIns>('POST', '/user/sign-ins/end-others');
}

/** Whether the user's sign-in takes a second step. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => call<typeof getSecondFactor>('GET', '/user/second-factor'),
});

/** Makes a secret for an authenticator app; a wrong password is an ApiError with status 422. */
export function beginSetUp(password: string) {
  return call<typeof beginSecondFactor>('POST', '/user/second-factor', { body: { password } });
}

/** Switches the second step on with a first code; answers with the recovery codes. */
export async function confirmSetUp(code: string) {
  return (await call<typeof confirmSecondFactor>('POST', '/user/second-factor/confirm', { body: { code } }))
    .recovery_codes;
}

/** Makes new recovery codes in place of all others; a wrong password or code is an ApiError with status 422. */
export async function renewCodes(body: Body<typeof renewRecoveryCodes>) {
  return (await call<typeof renewRecoveryCodes>('POST', '/user/second-factor/recovery-codes', { body })).recovery_codes;
}

/** Switches the second step off; a wrong password or code is an ApiError with status 422. */
export function switchOff(body: Body<typeof disableSecondFactor>) {
  return call<typeof disableSecondFactor>('POST', '/user/second-factor/disable', { body });
}

/** Makes this sign-in a recent one; a wrong password, and a wrong or missing code, is an ApiError with status 422. */
export function confirmIdentity(body: Body<typeof reauthenticate>) {
  return call<typeof reauthenticate>('POST', '/user/reauthenticate', { body });
}
