import type { ServerResponse } from 'node:http';
import type { DiscoveryFault, Fault } from './faults.ts';

/** Longer than the product waits for an answer (ms). */
const SLOW_MS = 60_000;
/** More than the product reads. */
const HUGE = 'x'.repeat(2_000_000);

/** An answer of the stand-in; text is HTML. */
export type Answer =
  | { status: number; body: object | string; headers?: Record<string, string> }
  | 'too late'
  | 'hang up';

/** Sends an answer. */
export function send(response: ServerResponse, answer: Answer): void {
  if (answer === 'hang up') return void response.destroy();
  if (answer === 'too late') return void setTimeout(() => response.destroy(), SLOW_MS).unref();
  const { status, body, headers } = answer;
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}

/** Returns the metadata of the stand-in. */
export function discoveryOf(issuer: string, fault: DiscoveryFault | null): Answer {
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  };
  const wrong: Record<DiscoveryFault, Answer> = {
    'discovery redirects': redirectTo('http://127.0.0.1:9/.well-known/openid-configuration'),
    'discovery of another issuer': { status: 200, body: { ...metadata, issuer: 'https://elsewhere.example' } },
    'discovery in HTML': { status: 200, body: '<h1>Welcome</h1>' },
    'huge discovery': { status: 200, body: { ...metadata, huge: HUGE } },
    'slow discovery': 'too late',
    'discovery hangs up': 'hang up',
    'discovery fails': { status: 500, body: { error: 'server_error' } },
    'discovery without addresses': { status: 200, body: { issuer } },
    'discovery of a script': { status: 200, body: { ...metadata, authorization_endpoint: 'javascript:alert(1)' } },
  };
  return fault === null ? { status: 200, body: metadata } : wrong[fault];
}

/** Answers in place of tokens. */
export const WRONG_TOKENS: Partial<Record<Fault, Answer>> = {
  'an error in HTML': { status: 502, body: '<h1>Bad Gateway</h1><script>alert("provider")</script>' },
  'slow tokens': 'too late',
  'huge tokens': { status: 200, body: { access_token: HUGE, token_type: 'Bearer' } },
  'tokens that are not JSON': {
    status: 200,
    body: '{"access_token":',
    headers: { 'content-type': 'application/json' },
  },
  'a redirect instead of tokens': { ...redirectTo('http://127.0.0.1:9/token'), status: 307 },
  'a hang-up instead of tokens': 'hang up',
};

/** Answers in place of keys. */
export const WRONG_KEYS: Partial<Record<Fault, Answer>> = {
  'keys that are not JSON': { status: 200, body: '<p>Keys</p>' },
  'slow keys': 'too late',
};

/** Changes of the user info; null in place of a person with the identifier alone. */
export const WRONG_USER_INFO: Partial<Record<Fault, object | null>> = {
  'the user info of another person': { sub: 'person-2' },
  'no e-mail': null,
  'an unverified e-mail': { email_verified: false },
  'a verification in words': { email_verified: 'true' },
  'an e-mail that is none': { email: 'ada@' },
};

/** Returns an answer that sends the browser, or the product, elsewhere. */
export function redirectTo(location: string) {
  return { status: 302, body: '', headers: { location } };
}
