import { getAccount, logout } from '@cip/contracts/auth';
import { listInterviews } from '@cip/contracts/interviews';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quickStart, registerCompany, signIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/call.ts';
import { PlainClient } from '../../../testing/plain-client.ts';
import { startRedisPair, type RedisPair } from '../../../testing/redis-pair.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';

/** Sockets close within this, with or without messages between nodes, in milliseconds. */
const CLOSED_WITHIN_MS = 2_000;

let pair: RedisPair;
let node: TestApp;
let other: TestApp;

beforeAll(async () => {
  pair = await startRedisPair();
  ({ node, other } = pair);
});
afterAll(() => pair.close());

/** Signs out one of two devices on a node, checks its token on the other, and returns when its socket closed. */
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

it('revokes a token on the other node at once, and closes its sockets soon after', async () => {
  const { closedAfterMs, first, second } = await signOutOneOfTwo();

  expect(closedAfterMs).toBeLessThan(CLOSED_WITHIN_MS);
  expect(await second.emit('heartbeat', {})).toEqual({ ok: true, at: expect.any(Number) });
  for (const client of [first, second]) client.close();
});

it('closes sockets on the other node without Redis, from the database', async () => {
  await pair.loseRedis();

  const { closedAfterMs, first, second } = await signOutOneOfTwo();

  expect(closedAfterMs).toBeLessThan(CLOSED_WITHIN_MS);
  expect(await second.emit('heartbeat', {})).toEqual({ ok: true, at: expect.any(Number) });
  for (const client of [first, second]) client.close();
});
