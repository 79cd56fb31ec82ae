import type { Access } from '@cip/contracts/endpoint';
import type { User } from '@cip/contracts/interviewers';
import type { FastifyRequest, RouteOptions } from 'fastify';
import type { App } from '../context.ts';
import { forbidden, unauthenticated } from '../errors.ts';

/** Who a request or a socket acts for: a user of a company, through one sign-in. */
export interface Principal {
  companyId: string;
  userId: string;
  role: User['role'];
  name: string;
  authSessionId: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}

/**
 * Guards every route under `/api` by its declared access, before anything of the request is read. A route
 * without a declaration makes the start fail. `findPrincipal` answers for a bearer token or throws 401.
 */
export function authenticate(app: App, findPrincipal: (token: string) => Promise<Principal>): void {
  app.decorateRequest('principal', null);
  app.addHook('onRoute', requireDeclaration);
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config;
    if (access === undefined || access === 'public') return;
    request.principal = await findPrincipal(requireBearer(request));
    if (access === 'owner' && request.principal.role !== 'owner')
      throw forbidden("Only the company's owner can do this.");
  });
}

/** The principal of a guarded route. */
export function principalOf(request: FastifyRequest): Principal {
  if (!request.principal) throw unauthenticated();
  return request.principal;
}

function requireDeclaration(route: RouteOptions): void {
  const isApi = route.url.startsWith('/api/') && !route.url.startsWith('/api/docs') && route.url !== '/api/*';
  if (isApi && route.config?.access === undefined)
    throw new Error(`The route ${String(route.method)} ${route.url} does not declare who may use it.`);
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
