import type { Access, KeyAccess } from '@cip/contracts/protocol/endpoint';
import { mayInterview, mayManage, type Role } from '@cip/contracts/accounts/roles';
import type { FastifyContextConfig, FastifyRequest, RouteOptions } from 'fastify';
import type { App } from '../http-app.ts';
import { AppError, forbidden, unauthenticated } from '../../errors.ts';

/** The user that a request or a socket acts for, through one sign-in or an API key. */
export interface Principal {
  companyId: string;
  userId: string;
  role: Role;
  name: string;
  /** Whether the user sees all of the company's interviews, or only their own. */
  seesAll: boolean;
  /** The sign-in; for an API key, which has none, the key's id. */
  authSessionId: string;
  /** The user entered the password (and code) within the last `RECENT_SIGN_IN_SECONDS`. */
  isRecent: boolean;
  /** The company requires a second step that this user has not set up: only the set-up is allowed. */
  needsSecondFactor: boolean;
  /** The API key, if a program acts for the user. */
  key?: { id: string; scope: KeyAccess };
}

/** The start of every API key, which no other token has. */
export const API_KEY_PREFIX = 'cip_';

/** How long a sign-in counts as recent, in seconds: 15 minutes (decision 0010). */
export const RECENT_SIGN_IN_SECONDS = 15 * 60;

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    access?: Access;
    beforeSecondFactor?: true;
    keys?: KeyAccess;
  }
}

/** Routes of packages, which cannot declare an access: the web app's files and the API's description. */
const OPEN_ROUTES = new Set([
  '/*',
  '/api/docs',
  '/api/docs/',
  '/api/docs/json',
  '/api/docs/yaml',
  '/api/docs/static/index.html',
  '/api/docs/static/swagger-initializer.js',
  '/api/docs/static/*',
]);

/**
 * Checks the declared access of every route before the body is read. If a route declares none, its registration throws,
 * so that the server does not start. `findPrincipal` returns the principal of a bearer token or throws 401; a key opens
 * a route only if it declares `keys`.
 */
export function authenticate(app: App, findPrincipal: (token: string) => Promise<Principal>): void {
  app.decorateRequest('principal', null);
  app.addHook('onRoute', requireDeclaration);
  app.addHook('onRequest', async (request) => {
    refuseKeyInUrl(request.url);
    const access = request.is404 ? 'public' : accessOf(request.routeOptions);
    if (access === 'public') return;
    // The route was registered after the check at the start.
    if (access === undefined) throw forbidden('Not allowed.');
    request.principal = await findPrincipal(requireBearer(request));
    if (request.principal.key) requireKeyAccess(request.principal.key, request.routeOptions.config.keys);
    requireRole(request.principal.role, access);
    if (!request.routeOptions.config.beforeSecondFactor) requireSecondFactor(request.principal);
  });
}

function requireRole(role: Role, access: Exclude<Access, 'public'>): void {
  if (access === 'owner' && role !== 'owner') throw forbidden("Only the company's owner can do this.");
  if (access === 'admin' && !mayManage(role)) throw forbidden("Only the company's owner and admins can do this.");
  if (access === 'interviewer') requireInterviewer(role);
}

/** Throws `forbidden` if the role is coordinator: they plan interviews but do not see their content. */
export function requireInterviewer(role: Role): void {
  if (!mayInterview(role))
    throw forbidden('Coordinators plan, move and cancel sessions. Only interviewers can do this.');
}

// Addresses are logged on their way: a key in one must never seem to work.
function refuseKeyInUrl(url: string): void {
  if (url.includes(API_KEY_PREFIX) && KEY_IN_URL.test(url))
    throw new AppError(
      'bad_request',
      'Send the API key in the Authorization header, never in the address. Revoke this one.',
    );
}

const KEY_IN_URL = new RegExp(`${API_KEY_PREFIX}[A-Za-z0-9_-]{43}`);

function requireKeyAccess({ scope }: { scope: KeyAccess }, keys: KeyAccess | undefined): void {
  if (keys === undefined) throw forbidden('API keys cannot make this call.');
  if (keys === 'write' && scope === 'read') throw forbidden('This API key can only read.');
}

/** Returns the principal of a request to a guarded route. */
export function principalOf(request: FastifyRequest): Principal {
  if (!request.principal) throw unauthenticated();
  return request.principal;
}

/** Throws `reauthenticate` unless the sign-in is recent. Changes of the account require it. */
export function requireRecentSignIn({ isRecent }: Pick<Principal, 'isRecent'>): void {
  if (!isRecent) throw new AppError('reauthenticate', 'Please confirm your password to make this change.');
}

/** Throws `second_factor_setup` if the company requires a second step that the user has not set up yet. */
export function requireSecondFactor({ needsSecondFactor }: Pick<Principal, 'needsSecondFactor'>): void {
  if (needsSecondFactor)
    throw new AppError('second_factor_setup', 'Your company requires two-step sign-in. Please set it up first.');
}

function requireDeclaration(route: RouteOptions): void {
  if (accessOf(route) === undefined)
    throw new Error(`The route ${String(route.method)} ${route.url} does not declare its access.`);
}

function accessOf(route: { url?: string | undefined; config?: FastifyContextConfig }): Access | undefined {
  return route.config?.access ?? (OPEN_ROUTES.has(route.url ?? '') ? 'public' : undefined);
}

/** Returns the bearer token of a request, unverified, or undefined. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([^\s]{1,2000})$/i.exec(request.headers.authorization ?? '')?.[1];
}

function requireBearer(request: FastifyRequest): string {
  const token = bearerOf(request);
  if (!token) throw unauthenticated();
  return token;
}
