import type { login, register } from '@cip/contracts/accounts/auth';
import type { Body } from '@cip/contracts/protocol/endpoint';
import { call } from '../../shared/api/api-client.ts';

/** Signs in. Throws ApiError with a `challenge` if a second factor is required. */
export function signIn(body: Body<typeof login>) {
  return call('POST /login', { body });
}

/** Completes a sign-in with a second factor; `challenge` comes from the error of `signIn`. */
export function signInWithCode(challenge: string, code: string) {
  return call('POST /login/second-factor', { body: { challenge, code } });
}

/** Registers a company and signs its owner in. */
export function registerCompany(body: Body<typeof register>) {
  return call('POST /register', { body });
}
