import { endInterview } from '@cip/contracts/interviews';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinAsCandidate, quickStart, registerCompany } from '../../testing/builders.ts';
import { call } from '../../testing/call.ts';
import { PlainClient } from '../../testing/plain-client.ts';
import { startRedisPair, type RedisPair } from '../../testing/redis-pair.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

let pair: RedisPair;
let node: TestApp;
let other: TestApp;
// A rejection that nobody takes ends the process.
const untaken: unknown[] = [];
const take = (reason: unknown) => untaken.push(reason);

beforeAll(async () => {
  process.on('unhandledRejection', take);
  pair = await startRedisPair();
  ({ node, other } = pair);
  await pair.loseRedis();
});
afterAll(async () => {
  await pair.close();
  process.off('unhandledRejection', take);
});

/** An interview with its owner and a candidate on one node, and a candidate on the other. */
async function startRoom() {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const { room_code: roomCode } = await quickStart(node, owner);
  const [ada, bob] = [await joinAsCandidate(node, roomCode, 'Ada'), await joinAsCandidate(node, roomCode, 'Bob')];
  const join = ({ url }: TestApp, authToken: string) => PlainClient.join(url, { roomCode, authToken });
  const clients = [await join(node, owner.token), await join(node, ada.token), await join(other, bob.token)] as const;
  return { owner, roomCode, ada, bob, clients };
}

it('an interview ends while Redis is away: at once here, soon on the other node, and no node with it', async () => {
  const { owner, roomCode, clients } = await startRoom();
  const [interviewer, ada, bob] = clients;
  const told = [interviewer.next('sessionEnded'), ada.next('sessionEnded'), bob.next('sessionEnded')];

  const ended = await call(node.app, endInterview, { token: owner.token, params: { room_code: roomCode } });

  expect(ended.status).toBe(200);
  await Promise.all(told);
  await until('the sockets to close', () => clients.every(({ socket }) => !socket.connected));
  expect(untaken).toEqual([]);
  for (const client of clients) client.close();
});

it('who is removed while Redis is away is out at once here, and soon on the other node', async () => {
  const { ada, bob, clients } = await startRoom();
  const [interviewer, first, second] = clients;
  // A client that means harm does not leave by itself.
  const remove = (participantId: string) => interviewer.emit('participant:remove', { participantId });

  expect(await remove(ada.participant_id)).toMatchObject({ ok: true });
  await until('the first socket to close', () => !first.socket.connected);
  expect(await remove(bob.participant_id)).toMatchObject({ ok: true });
  await until('the second socket to close', () => !second.socket.connected);

  expect(interviewer.socket.connected).toBe(true);
  expect(untaken).toEqual([]);
  for (const client of clients) client.close();
});
