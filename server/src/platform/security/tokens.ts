import { randomUUID } from 'node:crypto';
import type { JWT } from '@fastify/jwt';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { unauthenticated } from '../../errors.ts';

/** Lifetime of a sign-in (s): 30 days. */
export const ACCOUNT_TOKEN_SECONDS = 30 * 24 * 3600;
/** Lifetime of a candidate's token (s): 12 hours, longer than any interview. */
const CANDIDATE_TOKEN_SECONDS = 12 * 3600;
/** How long a device is remembered after a sign-in (s): half a year. */
export const DEVICE_TOKEN_SECONDS = 180 * 24 * 3600;
/** Time limit for the second step of a sign-in (s): five minutes. */
const CHALLENGE_SECONDS = 5 * 60;

const AccountClaims = Type.Object({ aud: Type.Literal('account'), jti: Type.String(), sub: Type.String() });
const CandidateClaims = Type.Object({
  aud: Type.Literal('candidate'),
  /** The participant id. */
  sub: Type.String(),
  interview: Type.String(),
  /** Expiry in seconds since 1970. */
  exp: Type.Integer(),
});
const DeviceClaims = Type.Object({
  aud: Type.Literal('device'),
  /** The device id. */
  jti: Type.String(),
  /** The user id. */
  sub: Type.String(),
});
const ProviderOrigin = Type.Object({
  /** A digest of the session there; null if the provider named none. */
  session: Type.Union([Type.String(), Type.Null()]),
  /** A digest of the person there; absent in challenges of the previous release. */
  person: Type.Optional(Type.String()),
  /** The digest under which the sign-in's state was spent; absent likewise. */
  attempt: Type.Optional(Type.String()),
});
const ChallengeClaims = Type.Object({
  aud: Type.Literal('challenge'),
  /** The id of the user who took the first step. */
  sub: Type.String(),
  /** A digest of the password's hash: if the password changes, the challenge becomes invalid. */
  password: Type.String(),
  /** Set if the first step was taken with the provider. */
  provider: Type.Optional(ProviderOrigin),
});
const Claims = Compile(Type.Union([AccountClaims, CandidateClaims]));
const isDevice = Compile(DeviceClaims);
const isChallenge = Compile(ChallengeClaims);

export type AccountClaims = Static<typeof AccountClaims>;
export type CandidateClaims = Static<typeof CandidateClaims>;
/** Where at the provider a sign-in comes from. */
export type ProviderOrigin = Static<typeof ProviderOrigin>;
type DeviceClaims = Static<typeof DeviceClaims>;
type ChallengeClaims = Static<typeof ChallengeClaims>;

/** Signs and verifies the kinds of token, which are not interchangeable. */
export interface Tokens {
  /** Signs the bearer token of a sign-in, which is revoked by `authSessionId`. */
  signAccount(authSessionId: string, userId: string): string;
  /** Signs the token of a candidate, for one participant in one interview. */
  signCandidate(participantId: string, interviewId: string): string;
  /** Returns the claims of a valid account or candidate token. Throws `unauthenticated`. */
  verify(token: string): AccountClaims | CandidateClaims;
  /** Signs the token that recognizes a device at its user's next sign-in; it grants no access. */
  signDevice(userId: string): string;
  /** Returns the claims of a device token; null if it is not valid. */
  readDevice(token: string): DeviceClaims | null;
  /** Signs the token for the second step of a sign-in; it grants no access without a code. */
  signChallenge(userId: string, password: string, provider?: ProviderOrigin): string;
  /** Returns the claims of a challenge token; null if it is not valid. */
  readChallenge(token: string): ChallengeClaims | null;
}

/** Returns the options of `@fastify/jwt`: one algorithm for signing and verifying. */
export function jwtOptions(secret: string) {
  return { secret, sign: { algorithm: 'HS256' as const }, verify: { algorithms: ['HS256' as const] } };
}

/** Creates tokens over the registered `@fastify/jwt`. */
export function createTokens(jwt: JWT): Tokens {
  return {
    signAccount: (authSessionId, userId) =>
      jwt.sign({ aud: 'account', jti: authSessionId, sub: userId }, { expiresIn: ACCOUNT_TOKEN_SECONDS }),
    signCandidate: (participantId, interviewId) =>
      jwt.sign(
        { aud: 'candidate', sub: participantId, interview: interviewId },
        { expiresIn: CANDIDATE_TOKEN_SECONDS },
      ),
    verify(token) {
      const claims = verified(jwt, token);
      if (!Claims.Check(claims)) throw unauthenticated();
      return claims;
    },
    signDevice: (userId) =>
      jwt.sign({ aud: 'device', jti: randomUUID(), sub: userId }, { expiresIn: DEVICE_TOKEN_SECONDS }),
    readDevice(token) {
      const claims = verified(jwt, token);
      return isDevice.Check(claims) ? claims : null;
    },
    signChallenge: (userId, password, provider) =>
      jwt.sign(
        { aud: 'challenge', sub: userId, password, ...(provider && { provider }) },
        { expiresIn: CHALLENGE_SECONDS },
      ),
    readChallenge(token) {
      const claims = verified(jwt, token);
      return isChallenge.Check(claims) ? claims : null;
    },
  };
}

function verified(jwt: JWT, token: string): unknown {
  try {
    return jwt.verify(token);
  } catch {
    return null;
  }
}
