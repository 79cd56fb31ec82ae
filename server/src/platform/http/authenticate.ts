import type { Access } from '@cip/contracts/endpoint';
import type { User } from '@cip/contracts/interviewers';
import type { FastifyContextConfig, FastifyRequest, RouteOptions } from 'fastify';
import type { App } from '../context.ts';
import { AppError, forbidden, unauthenticated } from '../../errors.ts';

/** The user that a request or a socket acts for, through one sign-in. */
export interface Principal {
  companyId: string;
  userId: string;
  role: User['role'];
  name: string;
  authSessionId: string;
  /** The user entered the password (and code) within the last `RECENT_SIGN_IN_SECONDS`. */
  isRecent: boolean;
  /** The company requires two-step sign-in and this user has not set it up: only the set-up is allowed. */
  needsSecondFactor: boolean;
}

/** How long a sign-in counts as recent, in seconds: 15 minutes (decision 0025). */
export const RECENT_SIGN_IN_SECONDS = 15 * 60;

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    access?: Access;
    beforeSecondFactor?: true;
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
 * Checks the declared access of every route before the body is read. Registering a route without a declaration throws,
 * so that the server does not start. `findPrincipal` returns the principal of a bearer token or throws 401.
 */
export function authenticate(app: App, findPrincipal: (token: string) => Promise<Principal>): void {
  app.decorateRequest('principal', null);
  app.addHook('onRoute', requireDeclaration);
  app.addHook('onRequest', async (request) => {
    const access = request.is404 ? 'public' : accessOf(request.routeOptions);
    if (access === 'public') return;
    // A route registered after the check at the start.
    if (access === undefined) throw forbidden('Not allowed.');
    request.principal = await findPrincipal(requireBearer(request));
    if (access === 'owner' && request.principal.role !== 'owner')
      throw forbidden("Only the company's owner can do this.");
    if (!request.routeOptions.config.beforeSecondFactor) requireSecondFactor(request.principal);
  });
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

/** Throws `second_factor_setup` until the user has set up the two-step sign-in that the company requires. */
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
