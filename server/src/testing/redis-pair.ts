import { startRedis } from './services/redis.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { createTestDatabase } from './databases/test-database.ts';
import { until } from './until.ts';

/** Two nodes over one Postgres and one Redis that can be stopped. */
export interface RedisPair {
  node: TestApp;
  other: TestApp;
  /** Kills Redis. Resolves when both nodes have noticed. */
  loseRedis(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the nodes. Resolves when both are connected to Redis. */
export async function startRedisPair(): Promise<RedisPair> {
  const redis = await startRedis();
  const database = await createTestDatabase();
  const options = { databaseUrl: database.url, listen: true, env: { REDIS_URL: redis.url } };
  const node = await startTestApp(options);
  const other = await startTestApp(options);
  const areReady = (isReady: boolean) =>
    [node, other].every(({ ctx }) => (ctx.redis?.commands.status === 'ready') === isReady);
  await until('Redis', () => areReady(true));
  return {
    node,
    other,
    async loseRedis() {
      await redis.kill();
      await until('the loss of Redis', () => areReady(false));
    },
    async close() {
      await Promise.all([node.close(), other.close()]);
      await redis.stop();
      await database.drop();
    },
  };
}
