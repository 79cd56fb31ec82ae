import type { App } from '../../http-app.ts';
import type { Config } from '../../config/config.ts';
import type { RedisConnections } from '../../redis/redis.ts';
import { createFailureLimit } from '../../redis/failure-limit.ts';
import { networkOf } from '../network.ts';
import { isApiRequest } from '../request-path.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not counted: a few authenticated addresses send bursts (webhooks). */
    unlimited?: true;
  }
}

/** API requests of one network per minute; a busy office behind one address stays below. */
const REQUESTS_PER_MINUTE = 1_200;
/** Characters of a reply that cost as much as a request: a page of a list is smaller. */
const CHARS_PER_REQUEST = 32 * 1024;

/** Limits API requests by network, while a large reply counts as several; with Redis all nodes count together. */
export function limitRequests(app: App, ctx: { config: Config; redis: RedisConnections | null }): void {
  if (!ctx.config.rateLimits) return;
  const requests = createFailureLimit({
    redis: ctx.redis,
    enabled: true,
    purpose: 'requests',
    max: REQUESTS_PER_MINUTE,
    windowSeconds: 60,
    message: 'Too many requests. Please wait a moment.',
  });
  app.addHook('onRequest', async (request) => {
    const { ip, routeOptions } = request;
    if (isApiRequest(request) && !routeOptions.config.unlimited) await requests.take(networkOf(ip));
  });
  app.addHook('onSend', async (request, _reply, payload) => {
    const { ip, routeOptions } = request;
    const further = typeof payload === 'string' ? Math.floor(payload.length / CHARS_PER_REQUEST) : 0;
    if (further === 0 || !isApiRequest(request) || routeOptions.config.unlimited) return;
    // This reply is made already: the next requests pay for it.
    await requests.take(networkOf(ip), further).catch(() => {});
  });
}
