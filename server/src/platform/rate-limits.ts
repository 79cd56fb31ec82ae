import rateLimit from '@fastify/rate-limit';
import type { App, AppContext } from '../context.ts';
import { AppError } from '../errors.ts';

/** Requests one address may make to the API in a minute; a busy office behind one address stays below. */
const REQUESTS_PER_MINUTE = 1_200;

/** Limits requests by address; with Redis all nodes count together, and its loss stops nothing. */
export async function limitRequests(app: App, ctx: AppContext): Promise<void> {
  if (!ctx.config.rateLimits) return;
  await app.register(rateLimit, {
    max: REQUESTS_PER_MINUTE,
    timeWindow: 60_000,
    skipOnError: true,
    allowList: (request) => !request.url.startsWith('/api/'),
    ...(ctx.redis && { redis: ctx.redis.commands, nameSpace: 'requests:' }),
    errorResponseBuilder: () => new AppError('too_many_requests', 'Too many requests. Please wait a moment.'),
  });
}
