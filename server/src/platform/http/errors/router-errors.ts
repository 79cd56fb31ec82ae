import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../http-app.ts';

/** Address without a route, below the API so that its hooks (headers, limits) run. */
const UNROUTED = '/api/';

const routerErrors = new WeakMap<IncomingMessage, FastifyError>();

/**
 * Fastify's `frameworkErrors`: an error of the router, such as a malformed address, skips all hooks and `trustProxy`.
 * Routes the request again to an address without a route, so that the hooks run.
 */
export function rerouteRouterError(error: FastifyError, { raw, server }: FastifyRequest, reply: FastifyReply): void {
  routerErrors.set(raw, error);
  raw.url = UNROUTED;
  server.routing(raw, reply.raw);
}

/** Replies to rerouted requests with the router's error. Must be registered after the hooks for every request. */
export function throwRouterErrors(app: App): void {
  app.addHook('onRequest', async ({ raw }) => {
    const error = routerErrors.get(raw);
    if (error) throw error;
  });
}
