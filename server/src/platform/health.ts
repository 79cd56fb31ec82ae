import { sql } from 'kysely';
import type { App, AppContext } from '../context.ts';

/** `/healthz`: the process runs. `/readyz`: it can serve. `/metrics`: figures for Prometheus. */
export function healthRoutes(app: App, ctx: AppContext): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const database = await answers(ctx);
    const redis = ctx.redis === null || ctx.redis.commands.status === 'ready';
    const status = closing ? 'draining' : !database ? 'down' : redis ? 'ok' : 'degraded';
    return reply.status(closing || !database ? 503 : 200).send({ status });
  });
  const { registry } = ctx.metrics;
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}

async function answers(ctx: AppContext): Promise<boolean> {
  try {
    await sql`select 1`.execute(ctx.db);
    return true;
  } catch {
    return false;
  }
}
