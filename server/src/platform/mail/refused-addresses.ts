import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../context.ts';

/** Where refused requests are sent on to: no route, and a call to the API for headers and limits. */
const NO_ROUTE = '/api/';

const refusals = new WeakMap<IncomingMessage, FastifyError>();

/**
 * Fastify's `frameworkErrors`: what the router itself refuses, such as a malformed address, reaches no hook, and its
 * request does not know the networks that are trusted. Sends it through the router once more, as a call of no name.
 */
export function refuseAddress(error: FastifyError, { raw, server }: FastifyRequest, reply: FastifyReply): void {
  refusals.set(raw, error);
  raw.url = NO_ROUTE;
  server.routing(raw, reply.raw);
}

/** Answers what the router refused with its error; to be called after the hooks that are for every request. */
export function answerRefusals(app: App): void {
  app.addHook('onRequest', async ({ raw }) => {
    const error = refusals.get(raw);
    if (error) throw error;
  });
}
