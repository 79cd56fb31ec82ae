import * as factor from '@cip/contracts/accounts/auth-second-factor';
import { Secret, TOTP } from 'otpauth';
import { PASSWORD } from '../builders.ts';
import { call } from './call.ts';
import type { TestApp } from '../test-app.ts';

/** Turns on two-step sign-in for a user and returns the recovery codes. */
export async function switchOnSecondFactor({ app }: TestApp, { token }: { token: string }): Promise<string[]> {
  const { secret } = (await call(app, factor.beginSecondFactor, { token, body: { password: PASSWORD } })).reply;
  const body = { code: TOTP.generate({ secret: Secret.fromBase32(secret) }) };
  return (await call(app, factor.confirmSecondFactor, { token, body })).reply.recovery_codes;
}
