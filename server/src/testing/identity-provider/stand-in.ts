import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { discoveryOf, redirectTo, send, WRONG_KEYS, WRONG_TOKENS, WRONG_USER_INFO, type Answer } from './answers.ts';
import type { DiscoveryFault, Fault } from './faults.ts';
import { createKeys, idToken, type Claims, type ProviderKeys } from './id-tokens.ts';

const CLIENT = { id: 'interviews', secret: 'the secret of the client' };

/** The person who is signed in at the stand-in. */
export interface Person {
  sub: string;
  email?: string;
  email_verified?: unknown;
  name?: string;
  sid?: string;
}

/** A provider on its own port, which signs its person in itself. Its options may be changed while it runs. */
export interface ProviderStandIn {
  issuer: string;
  person: Person;
  fault: Fault | null;
  discoveryFault: DiscoveryFault | null;
  /** Whether the e-mail is in the ID token, or only in the user info. */
  hasEmailInToken: boolean;
  /** Whether it checks the proof of the code's owner (PKCE). */
  checksProof: boolean;
  /** The paths of the requests that it got. */
  asked: string[];
  keys: ProviderKeys;
  /** The settings that lead to it. */
  env: Record<string, string>;
  /** Returns a logout token with changed claims; undefined removes a claim. */
  logoutToken(changes?: Claims, header?: Record<string, string>): Promise<string>;
  close(): Promise<void>;
}

interface Issued {
  nonce: string | null;
  challenge: string | null;
  redirectUri: string;
  person: Person;
}

/** The codes and tokens that the provider has given out. */
interface Memory {
  codes: Map<string, Issued>;
  people: Map<string, Person>;
}

/** Starts a stand-in on a port, or on a free one. */
export async function startProvider(port = 0): Promise<ProviderStandIn> {
  const memory: Memory = { codes: new Map(), people: new Map() };
  const server = createServer((request, response) => {
    answerOf(standIn, memory, request).then(
      (answer) => send(response, answer),
      () => response.destroy(),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = await createKeys();
  const standIn: ProviderStandIn = {
    issuer,
    person: { sub: 'person-1', email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace', sid: 'session-1' },
    fault: null,
    discoveryFault: null,
    hasEmailInToken: true,
    checksProof: true,
    asked: [],
    keys,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret, OIDC_NAME: 'Example' },
    logoutToken(changes = {}, header = { typ: 'logout+jwt' }) {
      const iat = Math.floor(Date.now() / 1000);
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      const { sub, sid } = standIn.person;
      const claims = { iss: issuer, aud: CLIENT.id, iat, exp: iat + 120, jti: randomUUID(), events, sub, sid };
      return keys.sign({ ...claims, ...changes }, header);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return standIn;
}

async function answerOf(standIn: ProviderStandIn, memory: Memory, request: IncomingMessage): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? '/', standIn.issuer);
  standIn.asked.push(pathname);
  const { fault } = standIn;
  const tried = fault === null ? undefined : { '/jwks': WRONG_KEYS[fault], '/token': WRONG_TOKENS[fault] }[pathname];
  if (tried) return tried;
  switch (pathname) {
    case '/.well-known/openid-configuration':
      return discoveryOf(standIn.issuer, standIn.discoveryFault);
    case '/jwks':
      return { status: 200, body: standIn.keys.jwks };
    case '/authorize':
      return authorize(standIn, memory, searchParams);
    case '/token':
      return token(standIn, memory, request);
    case '/userinfo':
      return userInfo(standIn, memory, request);
    default:
      return { status: 404, body: 'Not found' };
  }
}

function authorize({ issuer, fault, person }: ProviderStandIn, { codes }: Memory, query: URLSearchParams): Answer {
  const redirectUri = query.get('redirect_uri') ?? '';
  if (query.get('client_id') !== CLIENT.id || query.get('response_type') !== 'code' || !URL.canParse(redirectUri))
    return { status: 400, body: 'This client is not known.' };
  const back = new URL(redirectUri);
  back.searchParams.set('state', fault === 'another state' ? 'another' : (query.get('state') ?? ''));
  back.searchParams.set('iss', fault === 'an answer of another provider' ? 'https://elsewhere.example' : issuer);
  if (fault === 'a cancelled sign-in') {
    back.searchParams.set('error', 'access_denied');
  } else if (fault === 'an error reply') {
    back.searchParams.set('error', 'server_error');
    back.searchParams.set('error_description', '<script>alert("provider")</script>');
  } else {
    const code = randomUUID();
    const challenge = query.get('code_challenge_method') === 'S256' ? query.get('code_challenge') : null;
    codes.set(code, { nonce: query.get('nonce'), challenge, redirectUri, person: { ...person } });
    back.searchParams.set('code', code);
  }
  return redirectTo(back.href);
}

async function token(standIn: ProviderStandIn, { codes, people }: Memory, request: IncomingMessage): Promise<Answer> {
  const form = new URLSearchParams(await text(request));
  if (!isClient(request)) return { status: 401, body: { error: 'invalid_client' } };
  const issued = codes.get(form.get('code') ?? '');
  codes.delete(form.get('code') ?? '');
  const proof = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  const isProven = !standIn.checksProof || issued?.challenge === proof;
  if (!issued || !isProven || issued.redirectUri !== form.get('redirect_uri'))
    return { status: 400, body: { error: 'invalid_grant' } };
  const accessToken = randomUUID();
  people.set(accessToken, issued.person);
  const { email, email_verified: isVerified, ...person } = issued.person;
  const emails = standIn.hasEmailInToken ? { email, email_verified: isVerified } : {};
  const claims = { iss: standIn.issuer, aud: CLIENT.id, nonce: issued.nonce, ...person, ...emails };
  const idTokenText = await idToken(standIn.keys, claims, standIn.fault);
  return { status: 200, body: { access_token: accessToken, token_type: 'Bearer', id_token: idTokenText } };
}

function userInfo({ fault }: ProviderStandIn, { people }: Memory, { headers }: IncomingMessage): Answer {
  const person = people.get(headers.authorization?.replace(/^Bearer /, '') ?? '');
  if (!person) return { status: 401, body: { error: 'invalid_token' } };
  const changes = fault === null ? {} : (WRONG_USER_INFO[fault] ?? {});
  const isBare = fault !== null && WRONG_USER_INFO[fault] === null;
  return { status: 200, body: isBare ? { sub: person.sub } : { ...person, ...changes } };
}

function isClient({ headers }: IncomingMessage): boolean {
  const encoded = [CLIENT.id, CLIENT.secret].map((part) => encodeURIComponent(part).replaceAll('%20', '+')).join(':');
  return headers.authorization === `Basic ${Buffer.from(encoded).toString('base64')}`;
}
