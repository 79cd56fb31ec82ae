import { getAccount, logout } from '@cip/contracts/accounts/auth';
import { listInterviews } from '@cip/contracts/interviews/interviews';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { quickStart, registerCompany, signIn } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { PlainClient } from '../../../testing/sockets/plain-client.ts';
import { startRedisPair, type RedisPair } from '../../../testing/redis-pair.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';

/** One may read the sign-ins just before one of them ends; the next closes its sockets. */
const CHECKS_MAX = 2;

const query = vi.spyOn(pg.Client.prototype, 'query');
let pair: RedisPair;
let node: TestApp;
let other: TestApp;

beforeAll(async () => {
  pair = await startRedisPair();
  ({ node, other } = pair);
});
afterAll(() => pair.close());

/** Returns how often a node with sockets looked for sign-ins that ended. */
function checks(): number {
  const isCheck = /^select "id" from "auth_sessions" where "id" in/;
  return query.mock.calls.filter((call) => isCheck.test(String(Object(call[0]).text ?? call[0]))).length;
}

/** Signs out one of two devices on a node, checks its token on the other, and resolves when its socket closed. */
async function signOutOneOfTwo(): Promise<{ checked: number; first: PlainClient; second: PlainClient }> {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const again = await signIn(node, owner.email);
  const { room_code: roomCode } = await quickStart(node, owner);
  const join = (authToken: string) => PlainClient.join(other.url, { roomCode, userType: 'interviewer', authToken });
  const [first, second] = [await join(owner.token), await join(again.token)];

  const before = checks();
  await call(node.app, logout, { token: owner.token });

  expect((await call(other.app, getAccount, { token: owner.token })).status).toBe(401);
  expect((await call(other.app, listInterviews, { token: owner.token })).status).toBe(401);
  expect((await call(other.app, getAccount, { token: again.token })).status).toBe(200);
  await until('the socket to close', () => !first.socket.connected);
  return { checked: checks() - before, first, second };
}

it('revokes a token on the other node immediately, and closes its sockets soon after', async () => {
  const { first, second } = await signOutOneOfTwo();

  expect(await second.emit('heartbeat', {})).toEqual({ ok: true, at: expect.any(Number) });
  for (const client of [first, second]) client.close();
});

it('closes sockets on the other node without Redis, when it next checks the database', { tags: ['long'] }, async () => {
  await pair.loseRedis();

  const { checked, first, second } = await signOutOneOfTwo();

  expect([1, CHECKS_MAX]).toContain(checked);
  expect(await second.emit('heartbeat', {})).toEqual({ ok: true, at: expect.any(Number) });
  for (const client of [first, second]) client.close();
});
