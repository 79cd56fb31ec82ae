import { jwtVerify } from 'jose';
import { CLOCK_TOLERANCE_SECONDS, type Discovered } from './discovery.ts';

/** Whose sign-ins end: those of one session at the provider, or all of one person. */
export interface ProviderLogout {
  subject: string | null;
  session: string | null;
  /** The token's id, which is used once. */
  id: string;
}

/** The event that makes a token a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.4). */
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Oldest token that is accepted (s): providers send them immediately, and repeat for a short time. */
export const LOGOUT_TOKEN_SECONDS = 600;
/** Signatures by a private key, because a secret that others share proves nothing. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** Longest identifier that is looked up, in characters. */
const ID_MAX = 255;

/** Checks a logout token and returns whose sign-ins it ends. Throws if it is not valid. */
export async function verifyLogoutToken(
  token: string,
  { configuration, keys }: Discovered,
  clientId: string,
): Promise<ProviderLogout> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer: configuration.serverMetadata().issuer,
    audience: clientId,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    maxTokenAge: LOGOUT_TOKEN_SECONDS,
    requiredClaims: ['iat', 'jti', 'events'],
  });
  const { sub, sid, jti, events } = payload;
  const isLogout = isObject(events) && isObject(events[LOGOUT_EVENT]);
  const isOfKind = protectedHeader.typ === undefined || /^(logout\+jwt|jwt)$/i.test(protectedHeader.typ);
  // If a token has a nonce, it is an ID token, which must not end sign-ins.
  if (!isLogout || !isOfKind || 'nonce' in payload) throw new Error('This is no logout token.');
  const [subject, session, id] = [idOf(sub), idOf(sid), idOf(jti)];
  if (id === null || (subject === null && session === null)) throw new Error('The token names no one.');
  return { subject, session, id };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const idOf = (value: unknown) => (typeof value === 'string' && value !== '' && value.length <= ID_MAX ? value : null);
