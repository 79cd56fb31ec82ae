import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '../http-app.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { Metrics } from '../metrics.ts';
import type { RedisConnections } from '../redis/redis.ts';
import { notFound, unauthenticated } from '../../errors.ts';
import { bearerOf } from './authenticate.ts';

/** No sign-in; `/metrics` has its own token. */
const PUBLIC = { config: { access: 'public' as const } };

interface Health {
  config: Config;
  db: Database;
  redis: RedisConnections | null;
  metrics: Metrics;
}

/** Registers `/healthz` (the process runs), `/readyz` (it can serve) and `/metrics` (Prometheus, if enabled). */
export function healthRoutes(app: App, ctx: Health): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.get('/healthz', PUBLIC, () => ({ status: 'ok' }));
  app.get('/readyz', PUBLIC, async (_request, reply) => {
    const database = await isReachable(ctx.db);
    const redis = ctx.redis === null || ctx.redis.commands.status === 'ready';
    const status = closing ? 'draining' : !database ? 'down' : redis ? 'ok' : 'degraded';
    return reply.status(closing || !database ? 503 : 200).send({ status });
  });
  const { registry } = ctx.metrics;
  app.get('/metrics', PUBLIC, async (request, reply) => {
    if (!ctx.config.metrics) throw notFound('Not found.');
    if (!isAllowed(ctx.config.metricsToken, bearerOf(request))) throw unauthenticated('A bearer token is required.');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function isAllowed(expected: string | null, actual: string | undefined): boolean {
  // Digests have equal lengths, so that the comparison does not leak the token's length.
  return expected === null || (actual !== undefined && timingSafeEqual(digest(expected), digest(actual)));
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

async function isReachable(db: Database): Promise<boolean> {
  try {
    await sql`select 1`.execute(db);
    return true;
  } catch {
    return false;
  }
}
