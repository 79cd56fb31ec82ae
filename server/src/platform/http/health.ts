import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { App, PlatformContext } from '../context.ts';
import { notFound, unauthenticated } from '../../errors.ts';
import { bearerOf } from './authenticate.ts';

/** No sign-in is asked for; `/metrics` has a token of its own. */
const OPEN = { config: { access: 'public' as const } };

/** `/healthz`: the process runs. `/readyz`: it can serve. `/metrics`: figures for Prometheus, if they are on. */
export function healthRoutes(app: App, ctx: PlatformContext): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.get('/healthz', OPEN, () => ({ status: 'ok' }));
  app.get('/readyz', OPEN, async (_request, reply) => {
    const database = await answers(ctx);
    const redis = ctx.redis === null || ctx.redis.commands.status === 'ready';
    const status = closing ? 'draining' : !database ? 'down' : redis ? 'ok' : 'degraded';
    return reply.status(closing || !database ? 503 : 200).send({ status });
  });
  const { registry } = ctx.metrics;
  app.get('/metrics', OPEN, async (request, reply) => {
    if (!ctx.config.metrics) throw notFound('Not found.');
    if (!mayRead(ctx.config.metricsToken, bearerOf(request))) throw unauthenticated('A bearer token is needed.');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function mayRead(wanted: string | null, given: string | undefined): boolean {
  // Digests have one length, so that comparing them tells nothing of the token.
  return wanted === null || (given !== undefined && timingSafeEqual(digest(wanted), digest(given)));
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

async function answers(ctx: PlatformContext): Promise<boolean> {
  try {
    await sql`select 1`.execute(ctx.db);
    return true;
  } catch {
    return false;
  }
}
