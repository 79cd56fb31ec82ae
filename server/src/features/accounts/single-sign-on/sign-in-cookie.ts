import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { SignInContext } from '../../../context.ts';
import type { SignInAttempt } from '../../../platform/identity-provider/identity-provider.ts';
import { cookieFor } from '../records/client-info.ts';

/** Time from the start of a sign-in to its end, in seconds: ten minutes. */
export const ATTEMPT_SECONDS = 600;
/** Longest cookie that is opened, in characters. */
const COOKIE_MAX = 2_000;

const Sealed = Compile(
  Type.Object({
    kind: Type.Literal('sign-in'),
    /** Milliseconds since 1970. */
    until: Type.Integer(),
    state: Type.String(),
    nonce: Type.String(),
    verifier: Type.String(),
    redirectUri: Type.String(),
  }),
);

/** Binds a sign-in to this browser: only it can end its latest sign-in. Scripts cannot read the cookie. */
export function bindToBrowser(
  { config, vault }: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: SignInAttempt,
): void {
  const { name, attributes } = cookieFor('sign-in', config, request);
  const sealed = vault.seal(
    JSON.stringify({ kind: 'sign-in', until: Date.now() + ATTEMPT_SECONDS * 1_000, ...attempt }),
  );
  // Lax is not needed, because the page that the provider leads to makes the call that ends it.
  const limits = { maxAge: ATTEMPT_SECONDS, httpOnly: true, sameSite: 'strict' } as const;
  void reply.setCookie(name, sealed, { ...attributes, ...limits });
}

/** Returns the sign-in that this browser began, and removes it from the browser; null if there is none. */
export function takeFromBrowser(
  { config, vault }: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
): SignInAttempt | null {
  const { name, attributes } = cookieFor('sign-in', config, request);
  const cookie = request.server.parseCookie(request.headers.cookie ?? '')[name];
  if (cookie === undefined || cookie.length > COOKIE_MAX) return null;
  void reply.clearCookie(name, attributes);
  const attempt: unknown = parse(vault.open(cookie));
  return Sealed.Check(attempt) && attempt.until > Date.now() ? attempt : null;
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
