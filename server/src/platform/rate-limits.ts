import type { App, AppContext } from '../context.ts';
import { createFailureLimit } from './failure-limit.ts';
import { networkOf } from './network.ts';

/** Requests one network may make to the API in a minute; a busy office behind one address stays below. */
const REQUESTS_PER_MINUTE = 1_200;

/** Limits requests by network; with Redis all nodes count together, without it each by itself. */
export function limitRequests(app: App, ctx: Pick<AppContext, 'config' | 'redis'>): void {
  if (!ctx.config.rateLimits) return;
  const requests = createFailureLimit({
    redis: ctx.redis,
    enabled: true,
    purpose: 'requests',
    max: REQUESTS_PER_MINUTE,
    windowSeconds: 60,
    message: 'Too many requests. Please wait a moment.',
  });
  app.addHook('onRequest', async ({ url, ip }) => {
    if (url.startsWith('/api/')) await requests.take(networkOf(ip));
  });
}
