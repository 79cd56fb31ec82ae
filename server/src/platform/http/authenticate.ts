import type { Access } from '@cip/contracts/endpoint';
import type { User } from '@cip/contracts/interviewers';
import type { FastifyContextConfig, FastifyRequest, RouteOptions } from 'fastify';
import type { App } from '../context.ts';
import { AppError, forbidden, unauthenticated } from '../../errors.ts';

/** Who a request or a socket acts for: a user of a company, through one sign-in. */
export interface Principal {
  companyId: string;
  userId: string;
  role: User['role'];
  name: string;
  authSessionId: string;
  /** The password, and the code where one is needed, was given within `RECENT_SIGN_IN_SECONDS`. */
  isRecent: boolean;
  /** The company requires a second step and this user has none: nothing but its set-up is open. */
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

/** What packages serve, which cannot declare anything: the web app's files, and the description of the calls. */
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
 * Guards every route by its declared access, before anything of the request is read. A route without a declaration
 * makes the start fail, wherever it is. `findPrincipal` answers for a bearer token or throws 401.
 */
export function authenticate(app: App, findPrincipal: (token: string) => Promise<Principal>): void {
  app.decorateRequest('principal', null);
  app.addHook('onRoute', requireDeclaration);
  app.addHook('onRequest', async (request) => {
    const access = request.is404 ? 'public' : accessOf(request.routeOptions);
    if (access === 'public') return;
    // Not made when the start was checked: nobody knows who may use it.
    if (access === undefined) throw forbidden('Nobody may do this.');
    request.principal = await findPrincipal(requireBearer(request));
    if (access === 'owner' && request.principal.role !== 'owner')
      throw forbidden("Only the company's owner can do this.");
    if (!request.routeOptions.config.beforeSecondFactor) requireSecondFactor(request.principal);
  });
}

/** The principal of a guarded route. */
export function principalOf(request: FastifyRequest): Principal {
  if (!request.principal) throw unauthenticated();
  return request.principal;
}

/** Throws `reauthenticate` unless the sign-in is recent: what changes the account asks for the password again. */
export function requireRecentSignIn({ isRecent }: Pick<Principal, 'isRecent'>): void {
  if (!isRecent) throw new AppError('reauthenticate', 'Please confirm your password to make this change.');
}

/** Throws `second_factor_setup` while the user lacks the second step that the company requires. */
export function requireSecondFactor({ needsSecondFactor }: Pick<Principal, 'needsSecondFactor'>): void {
  if (needsSecondFactor)
    throw new AppError('second_factor_setup', 'Your company requires two-step sign-in. Please set it up first.');
}

function requireDeclaration(route: RouteOptions): void {
  if (accessOf(route) === undefined)
    throw new Error(`The route ${String(route.method)} ${route.url} does not declare who may use it.`);
}

function accessOf(route: { url?: string | undefined; config?: FastifyContextConfig }): Access | undefined {
  return route.config?.access ?? (OPEN_ROUTES.has(route.url ?? '') ? 'public' : undefined);
}

/** The bearer token a request carries, whatever it may be worth, or undefined. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([^\s]{1,2000})$/i.exec(request.headers.authorization ?? '')?.[1];
}

function requireBearer(request: FastifyRequest): string {
  const token = bearerOf(request);
  if (!token) throw unauthenticated();
  return token;
}
