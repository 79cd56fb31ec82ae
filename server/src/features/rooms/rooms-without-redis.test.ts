import { endInterview } from '@cip/contracts/interviews/interviews';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { joinAsCandidate, quickStart, registerCompany } from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { PlainClient } from '../../testing/sockets/plain-client.ts';
import { startRedisPair, type RedisPair } from '../../testing/redis-pair.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

let pair: RedisPair;
let node: TestApp;
let other: TestApp;
// An unhandled rejection would crash the process.
const unhandled: unknown[] = [];
const record = (reason: unknown) => unhandled.push(reason);

beforeAll(async () => {
  process.on('unhandledRejection', record);
  pair = await startRedisPair();
  ({ node, other } = pair);
  await pair.loseRedis();
});
afterAll(async () => {
  await pair.close();
  process.off('unhandledRejection', record);
});

/** Starts an interview with the owner and a candidate on one node, and a second candidate on the other. */
async function startRoom() {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const { room_code: roomCode } = await quickStart(node, owner);
  const [ada, bob] = [await joinAsCandidate(node, roomCode, 'Ada'), await joinAsCandidate(node, roomCode, 'Bob')];
  const join = ({ url }: TestApp, authToken: string) => PlainClient.join(url, { roomCode, authToken });
  const clients = [await join(node, owner.token), await join(node, ada.token), await join(other, bob.token)] as const;
  return { owner, roomCode, ada, bob, clients };
}

it('ends an interview on both nodes while Redis is away', { tags: ['long'] }, async () => {
  const { owner, roomCode, clients } = await startRoom();
  const [interviewer, ada, bob] = clients;
  const announced = [interviewer.next('sessionEnded'), ada.next('sessionEnded'), bob.next('sessionEnded')];

  const ended = await call(node.app, endInterview, { token: owner.token, params: { room_code: roomCode } });

  expect(ended.status).toBe(200);
  await Promise.all(announced);
  await until('the sockets to close', () => clients.every(({ socket }) => !socket.connected));
  expect(unhandled).toEqual([]);
  for (const client of clients) client.close();
});

it('removes candidates on both nodes while Redis is away', async () => {
  const { ada, bob, clients } = await startRoom();
  const [interviewer, first, second] = clients;
  // The client does not disconnect by itself, like a malicious one.
  const remove = (participantId: string) => interviewer.emit('participant:remove', { participantId });

  expect(await remove(ada.participant_id)).toMatchObject({ ok: true });
  await until('the first socket to close', () => !first.socket.connected);
  expect(await remove(bob.participant_id)).toMatchObject({ ok: true });
  await until('the second socket to close', () => !second.socket.connected);

  expect(interviewer.socket.connected).toBe(true);
  expect(unhandled).toEqual([]);
  for (const client of clients) client.close();
});

it('admits and sends back candidates while Redis is away', { tags: ['long'] }, async () => {
  const { roomCode, clients } = await startRoom();
  const [interviewer] = clients;
  await interviewer.emit('room:ask-before-admitting', { isOn: true });
  await interviewer.type('canary before');
  const { token, participant_id: participantId } = await joinAsCandidate(node, roomCode, 'Cleo');
  const cleo = new PlainClient(other.url, { roomCode, authToken: token });
  const waits = cleo.next('room:waiting');
  cleo.socket.on('connect', () => cleo.socket.emit('subscribe', { channel: roomCode }));
  await waits;
  await until('the list', () => interviewer.received.some(({ data }) => data['waitingCount'] === 1));
  await interviewer.type('canary before, twice');
  // Longer than the job that applies admissions.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(JSON.stringify(cleo.received)).not.toContain('canary');

  const entered = cleo.next('subscription:succeeded');
  await interviewer.emit('room:admit', { participantId });
  await entered;
  await until('the code', () => cleo.code === 'canary before, twice');

  const outside = cleo.next('room:waiting');
  await interviewer.emit('room:send-back', { participantId });
  await outside;
  expect(await cleo.type('hostile')).toMatchObject({ ok: false, error: { code: 'waiting' } });
  expect(unhandled).toEqual([]);
  for (const client of [...clients, cleo]) client.close();
});
