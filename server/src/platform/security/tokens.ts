import { randomUUID } from 'node:crypto';
import type { JWT } from '@fastify/jwt';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { unauthenticated } from '../../errors.ts';

/** How long a sign-in lasts, in seconds: 30 days. */
export const ACCOUNT_TOKEN_SECONDS = 30 * 24 * 3600;
/** How long a candidate's token lasts, in seconds: 12 hours, longer than any interview. */
const CANDIDATE_TOKEN_SECONDS = 12 * 3600;
/** How long a device stays known after a sign-in, in seconds: half a year. */
export const DEVICE_TOKEN_SECONDS = 180 * 24 * 3600;
/** How long the second step of a sign-in may take, in seconds: five minutes. */
const CHALLENGE_SECONDS = 5 * 60;

const AccountClaims = Type.Object({ aud: Type.Literal('account'), jti: Type.String(), sub: Type.String() });
const CandidateClaims = Type.Object({
  aud: Type.Literal('candidate'),
  /** The participant id. */
  sub: Type.String(),
  interview: Type.String(),
  /** When it ends, in seconds of the epoch. */
  exp: Type.Integer(),
});
const DeviceClaims = Type.Object({
  aud: Type.Literal('device'),
  /** The device. */
  jti: Type.String(),
  /** Whose device it is. */
  sub: Type.String(),
});
const ChallengeClaims = Type.Object({
  aud: Type.Literal('challenge'),
  /** Who has given the right password. */
  sub: Type.String(),
  /** A digest of the password's hash: another password ends the challenge. */
  password: Type.String(),
});
const Claims = Compile(Type.Union([AccountClaims, CandidateClaims]));
const isDevice = Compile(DeviceClaims);
const isChallenge = Compile(ChallengeClaims);

export type AccountClaims = Static<typeof AccountClaims>;
export type CandidateClaims = Static<typeof CandidateClaims>;
type DeviceClaims = Static<typeof DeviceClaims>;
type ChallengeClaims = Static<typeof ChallengeClaims>;

/** Signs and verifies the kinds of token; a token of one kind is never taken for another. */
export interface Tokens {
  /** The bearer of a sign-in; `authSessionId` is what revokes it. */
  signAccount(authSessionId: string, userId: string): string;
  /** What a candidate's socket proves itself with: one participant, one interview. */
  signCandidate(participantId: string, interviewId: string): string;
  /** The claims of a genuine, unexpired token. Throws `unauthenticated` for anything else. */
  verify(token: string): AccountClaims | CandidateClaims;
  /** What a device is known by at its user's next sign-in; it opens nothing. */
  signDevice(userId: string): string;
  /** The claims of a genuine device token, or null. */
  readDevice(token: string): DeviceClaims | null;
  /** What the second step of a sign-in refers to; it opens nothing without a code. */
  signChallenge(userId: string, password: string): string;
  /** The claims of a genuine challenge, or null. */
  readChallenge(token: string): ChallengeClaims | null;
}

/** The options `@fastify/jwt` is registered with: one algorithm, nothing else is believed. */
export function jwtOptions(secret: string) {
  return { secret, sign: { algorithm: 'HS256' as const }, verify: { algorithms: ['HS256' as const] } };
}

/** Tokens over the registered `@fastify/jwt`. */
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
    signChallenge: (userId, password) =>
      jwt.sign({ aud: 'challenge', sub: userId, password }, { expiresIn: CHALLENGE_SECONDS }),
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
