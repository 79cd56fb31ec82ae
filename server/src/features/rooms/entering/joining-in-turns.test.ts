import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { startLiveRoom } from '../../../testing/sockets/live-room.ts';
import { PlainClient } from '../../../testing/sockets/plain-client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';

/** Three together keep their turns for a second, so that others join after two. */
const SLOW_JOINS = 6;
/** Less than that (ms). */
const CONNECTED_WITHIN_MS = 1_500;

let node: TestApp;
/** Interviews whose documents do not open. */
const unopened = new Set<string>();
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true, env: { RATE_LIMITS: 'on' } });
  const { documents } = node.ctx;
  const open = documents.open.bind(documents);
  const openMost = (id: string) => (unopened.has(id) ? new Promise<never>(() => {}) : open(id));
  vi.spyOn(documents, 'open').mockImplementation(openMost);
});
afterAll(() => node.close());

/** Lets sockets join a room whose document does not open. */
async function joinSlowly(count: number): Promise<void> {
  const { interview, interviewer, roomCode } = await startLiveRoom(node);
  unopened.add(interview.id);
  const sockets = Array.from({ length: count }, () => remember(new PlainClient(node.url, interviewer)));
  await until('the connections', () => sockets.every(({ socket }) => socket.connected));
  for (const { socket } of sockets) socket.emit('subscribe', { channel: roomCode });
}

test('lets a network connect and join while some joins are slow', { tags: ['long'] }, async () => {
  const { roomCode, candidate } = await startLiveRoom(node);
  await joinSlowly(SLOW_JOINS);

  const ada = remember(new PlainClient(node.url, candidate));
  await until('the connection', () => ada.socket.connected, CONNECTED_WITHIN_MS);
  expect(await ada.emit('subscribe', { channel: roomCode })).toMatchObject({ ok: true });
});

test('joins once for a repeated subscription that waited its turn', async () => {
  const { roomCode, candidate, interviewer } = await startLiveRoom(node);
  const host = remember(await PlainClient.join(node.url, interviewer));
  const ada = remember(new PlainClient(node.url, candidate));
  await until('the connection', () => ada.socket.connected);
  // The first turn ends before the others, so that the two subscriptions get it one after the other.
  await joinSlowly(1);
  await joinSlowly(2);

  const opened = new Promise((resolve) =>
    ada.socket.once('subscription:succeeded', () => resolve(ada.emit('document:open', { stateVector: 'AA==' }))),
  );
  const subscriptions = ['first', 'repeated'].map(() => ada.emit('subscribe', { channel: roomCode }));
  expect(await Promise.all([...subscriptions, opened])).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);

  const update = ada.next('document:update');
  await host.type('typed');
  await update;
});
