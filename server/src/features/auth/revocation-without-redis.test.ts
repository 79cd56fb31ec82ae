import { getAccount, logout } from '@cip/contracts/auth';
import { listInterviews } from '@cip/contracts/interviews';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quickStart, registerCompany, signIn } from '../../testing/builders.ts';
import { call } from '../../testing/call.ts';
import { PlainClient } from '../../testing/plain-client.ts';
import { startRedis } from '../../testing/services/redis.ts';
import type { TestService } from '../../testing/services/service.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { until } from '../../testing/until.ts';

/** Sockets close within this when nodes can tell each other, and within this when they cannot, in milliseconds. */
const TOLD_MS = 2_000;
const UNTOLD_MS = 7_000;

let redis: TestService;
let database: TestDatabase;
let node: TestApp;
let other: TestApp;

beforeAll(async () => {
  redis = await startRedis();
  database = await createTestDatabase();
  const options = { databaseUrl: database.url, listen: true, env: { REDIS_URL: redis.url } };
  node = await startTestApp(options);
  other = await startTestApp(options);
  await until('Redis', () => isReady(node) && isReady(other));
});
afterAll(async () => {
  await Promise.all([node.close(), other.close()]);
  await redis.stop();
  await database.drop();
});

const isReady = ({ ctx }: TestApp) => ctx.redis?.commands.status === 'ready';

/** Signs one of two devices out on a node; its token is dead on the other at once. Answers with the socket times. */
async function signOutOneOfTwo(): Promise<{ closedAfterMs: number; first: PlainClient; second: PlainClient }> {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const again = await signIn(node, owner.email);
  const { room_code: roomCode } = await quickStart(node, owner);
  const join = (authToken: string) => PlainClient.join(other.url, { roomCode, userType: 'interviewer', authToken });
  const [first, second] = [await join(owner.token), await join(again.token)];

  await call(node.app, logout, { token: owner.token });
  const from = performance.now();

  expect((await call(other.app, getAccount, { token: owner.token })).status).toBe(401);
  expect((await call(other.app, listInterviews, { token: owner.token })).status).toBe(401);
  expect((await call(other.app, getAccount, { token: again.token })).status).toBe(200);
  expect(performance.now() - from).toBeLessThan(1_000);
  await until('the socket to close', () => !first.socket.connected);
  return { closedAfterMs: performance.now() - from, first, second };
}

it('a revoked token is dead on the other node at once, and its sockets soon after', async () => {
  const { closedAfterMs, first, second } = await signOutOneOfTwo();

  expect(closedAfterMs).toBeLessThan(TOLD_MS);
  expect(await second.emit('heartbeat', {})).toEqual({ ok: true });
  for (const client of [first, second]) client.close();
});

it('without Redis the other node finds out from the database', async () => {
  await redis.kill();
  await until('the loss of Redis', () => !isReady(node) && !isReady(other));

  const { closedAfterMs, first, second } = await signOutOneOfTwo();

  expect(closedAfterMs).toBeLessThan(UNTOLD_MS);
  expect(await second.emit('heartbeat', {})).toEqual({ ok: true });
  for (const client of [first, second]) client.close();
});
