import type { JWT } from '@fastify/jwt';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { unauthenticated } from '../errors.ts';

/** How long a sign-in lasts, in seconds: 30 days. */
export const ACCOUNT_TOKEN_SECONDS = 30 * 24 * 3600;
/** How long a candidate's token lasts, in seconds: 12 hours, longer than any interview. */
const CANDIDATE_TOKEN_SECONDS = 12 * 3600;

const AccountClaims = Type.Object({ aud: Type.Literal('account'), jti: Type.String(), sub: Type.String() });
const CandidateClaims = Type.Object({
  aud: Type.Literal('candidate'),
  /** The participant id. */
  sub: Type.String(),
  interview: Type.String(),
});
const Claims = Compile(Type.Union([AccountClaims, CandidateClaims]));

export type AccountClaims = Static<typeof AccountClaims>;
export type CandidateClaims = Static<typeof CandidateClaims>;

/** Signs and verifies the two kinds of token; a token of one kind is never taken for the other. */
export interface Tokens {
  /** The bearer of a sign-in; `authSessionId` is what revokes it. */
  signAccount(authSessionId: string, userId: string): string;
  /** What a candidate's socket proves itself with: one participant, one interview. */
  signCandidate(participantId: string, interviewId: string): string;
  /** The claims of a genuine, unexpired token. Throws `unauthenticated` for anything else. */
  verify(token: string): AccountClaims | CandidateClaims;
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
  };
}

function verified(jwt: JWT, token: string): unknown {
  try {
    return jwt.verify(token);
  } catch {
    throw unauthenticated();
  }
}
