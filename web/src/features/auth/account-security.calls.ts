import type { reauthenticate } from '@cip/contracts/accounts/auth-recovery';
import type { disableSecondFactor, renewRecoveryCodes } from '@cip/contracts/accounts/auth-second-factor';
import type { Body } from '@cip/contracts/protocol/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api/api-client.ts';

/** The caller's sign-ins, the last used first. */
export const signInsQuery = queryOptions({
  queryKey: ['sign-ins'],
  queryFn: async () => (await call('GET /user/sign-ins')).data,
});

/** Ends one of the caller's sign-ins. */
export function endOneSignIn(id: string) {
  return call('DELETE /user/sign-ins/:id', { params: { id } });
}

/** Ends all the caller's sign-ins but this one. */
export function endSignInsElsewhere() {
  return call('POST /user/sign-ins/end-others');
}

/** Whether the caller's sign-in requires a second factor. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: () => call('GET /user/second-factor'),
});

/** Creates a secret for an authenticator app. Throws ApiError with 422 if the password is wrong. */
export function beginSetUp(password: string) {
  return call('POST /user/second-factor', { body: { password } });
}

/** Switches the second factor on with a first code; resolves to the recovery codes. */
export async function confirmSetUp(code: string) {
  return (await call('POST /user/second-factor/confirm', { body: { code } })).recovery_codes;
}

/** Replaces all recovery codes. Throws ApiError with 422 if the password or the code is wrong. */
export async function renewCodes(body: Body<typeof renewRecoveryCodes>) {
  return (await call('POST /user/second-factor/recovery-codes', { body })).recovery_codes;
}

/** Switches the second factor off. Throws ApiError with 422 if the password or the code is wrong. */
export function switchOff(body: Body<typeof disableSecondFactor>) {
  return call('POST /user/second-factor/disable', { body });
}

/** Renews this sign-in. Throws ApiError with 422 if the password is wrong, or the code is wrong or missing. */
export function confirmIdentity(body: Body<typeof reauthenticate>) {
  return call('POST /user/reauthenticate', { body });
}
