import { createHmac } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWK } from 'jose';
import type { Fault } from './faults.ts';

/** The keys of a provider, and a stranger's keys with the same name. */
export interface ProviderKeys {
  jwks: { keys: JWK[] };
  sign(claims: Claims, header?: Record<string, string>): Promise<string>;
  forge(claims: Claims): Promise<string>;
  signByPublicKey(claims: Claims): string;
}

export type Claims = Record<string, unknown>;

const KEY_ID = 'key-1';

/** Creates the keys of a provider. */
export async function createKeys(): Promise<ProviderKeys> {
  const own = await generateKeyPair('RS256', { extractable: true });
  const stranger = await generateKeyPair('RS256');
  const publicKey = await exportSPKI(own.publicKey);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' };
  const header = { alg: 'RS256', kid: KEY_ID };
  return {
    jwks: { keys: [jwk] },
    sign: (claims, changes) => new SignJWT(claims).setProtectedHeader({ ...header, ...changes }).sign(own.privateKey),
    forge: (claims) => new SignJWT(claims).setProtectedHeader(header).sign(stranger.privateKey),
    signByPublicKey: (claims) => signByHmac(claims, publicKey),
  };
}

function signByHmac(claims: Claims, secret: string): string {
  const signed = `${encode({ alg: 'HS256', kid: KEY_ID })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

const now = () => Math.floor(Date.now() / 1000);

/** The changes of the claims that faults make; undefined removes a claim. */
const CHANGES: Partial<Record<Fault, () => Claims>> = {
  'another issuer in the token': () => ({ iss: 'https://elsewhere.example' }),
  'another audience': () => ({ aud: 'another-client' }),
  'a token for another client': () => ({ aud: ['interviews', 'another-client'], azp: 'another-client' }),
  'another nonce': () => ({ nonce: 'another' }),
  'no nonce': () => ({ nonce: undefined }),
  'an expired token': () => ({ iat: now() - 7_200, exp: now() - 3_600 }),
  'a token from the future': () => ({ iat: now() + 3_600, exp: now() + 7_200 }),
  'no subject': () => ({ sub: undefined }),
  'an unverified e-mail': () => ({ email_verified: false }),
  'a verification in words': () => ({ email_verified: 'true' }),
  'no e-mail': () => ({ email: undefined, email_verified: undefined }),
  'an e-mail that is none': () => ({ email: 'ada@example.com, eve@example.com' }),
  'the user info of another person': () => ({ email: undefined }),
};

/** The ways in which faults write the token itself. */
const WRITTEN: Partial<Record<Fault, (keys: ProviderKeys, claims: Claims) => string | undefined | Promise<string>>> = {
  'alg none': (_keys, claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`,
  'HS256 with the public key': (keys, claims) => keys.signByPublicKey(claims),
  'an unknown key': (keys, claims) => keys.sign(claims, { kid: 'key-2' }),
  'a bad signature': (keys, claims) => keys.forge(claims),
  'a token that is no token': () => 'token',
  'no ID token': () => undefined,
};

/** Returns the ID token of a provider with a fault. */
export async function idToken(keys: ProviderKeys, claims: Claims, fault: Fault | null): Promise<string | undefined> {
  const [changes, write] = fault === null ? [] : [CHANGES[fault], WRITTEN[fault]];
  const changed = { iat: now(), exp: now() + 300, ...claims, ...changes?.() };
  return write ? write(keys, changed) : keys.sign(changed);
}
