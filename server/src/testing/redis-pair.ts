import type { RedisConnections } from '../platform/redis/redis.ts';
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
  /** Starts Redis again. Resolves when both nodes are connected. */
  restoreRedis(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the nodes. Resolves when both are connected to Redis. */
export async function startRedisPair(): Promise<RedisPair> {
  const redis = await startRedis();
  const database = await createTestDatabase();
  const options = { databaseUrl: database.url, listen: true, env: { REDIS_URL: redis.url } };
  const node = await startTestApp(options);
  const other = await startTestApp(options);
  const all = (fits: (redis: RedisConnections) => boolean) =>
    [node, other].every(({ ctx: { redis } }) => redis !== null && fits(redis));
  const connected = () => until('Redis', () => all((redis) => redis.areReady()));
  await connected();
  return {
    node,
    other,
    async loseRedis() {
      await redis.kill();
      await until('the loss of Redis', () => all(({ commands }) => commands.status !== 'ready'));
    },
    async restoreRedis() {
      await redis.restart();
      await connected();
    },
    async close() {
      await Promise.all([node.close(), other.close()]);
      await redis.stop();
      await database.drop();
    },
  };
}
