import { Type } from 'typebox';
import { BearerToken, SignedIn } from './auth.ts';
import { Closed, Done, Line, Password } from '../protocol/common.ts';
import { endpoint } from '../protocol/endpoint.ts';

/** Recovery codes per set. */
export const RECOVERY_CODES = 10;

/** Six digits of an authenticator app, or a recovery code; blanks and hyphens are ignored. */
export const FactorCode = Type.String({ pattern: '^[A-Za-z0-9 -]{6,30}$', maxLength: 30 });

const RecoveryCodes = Closed({ recovery_codes: Type.Array(Line(30), { minItems: 1, maxItems: RECOVERY_CODES }) });

/** The second step of a sign-in, with the `challenge` of the first step's error. */
export const answerChallenge = endpoint({
  method: 'POST',
  url: '/login/second-factor',
  access: 'public',
  tag: 'Sign-in',
  summary: 'Sign in: the second step',
  body: Closed({ challenge: BearerToken, code: FactorCode }),
  reply: SignedIn,
});

export const getSecondFactor = endpoint({
  method: 'GET',
  url: '/user/second-factor',
  access: 'account',
  tag: 'Account',
  summary: 'Whether signing in takes a second step',
  beforeSecondFactor: true,
  reply: Closed({ enabled: Type.Boolean(), recovery_codes_left: Type.Integer({ minimum: 0, maximum: 100 }) }),
});

/** The password, and a code if the second step is on. */
const Proof = Closed({ password: Password, code: Type.Optional(FactorCode) });

/** Creates a secret, which takes effect when its first code is confirmed. */
export const beginSecondFactor = endpoint({
  method: 'POST',
  url: '/user/second-factor',
  access: 'account',
  tag: 'Account',
  summary: 'Begin to set up the second step',
  beforeSecondFactor: true,
  body: Closed({ password: Password }),
  reply: Closed({ secret: Line(64), url: Line(600) }),
  status: 201,
});

export const confirmSecondFactor = endpoint({
  method: 'POST',
  url: '/user/second-factor/confirm',
  access: 'account',
  tag: 'Account',
  summary: 'Switch the second step on with a first code; answers with the recovery codes, this once',
  beforeSecondFactor: true,
  body: Closed({ code: FactorCode }),
  reply: RecoveryCodes,
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  url: '/user/second-factor/recovery-codes',
  access: 'account',
  tag: 'Account',
  summary: 'Put new recovery codes in place of all others; they are told this once',
  body: Proof,
  reply: RecoveryCodes,
});

export const disableSecondFactor = endpoint({
  method: 'POST',
  url: '/user/second-factor/disable',
  access: 'account',
  tag: 'Account',
  summary: 'Switch the second step off',
  body: Proof,
  reply: Done,
});
