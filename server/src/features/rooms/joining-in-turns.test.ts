import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { startLiveRoom } from '../../testing/live-room.ts';
import { PlainClient } from '../../testing/plain-client.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

/** Three at once keep their turns for a second: others join after two. */
const SLOW_JOINS = 6;
/** Less than that (ms). */
const CONNECTED_WITHIN_MS = 1_500;

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true, env: { RATE_LIMITS: 'on' } });
});
afterAll(() => node.close());
afterEach(() => vi.restoreAllMocks());

/** Lets sockets join a room whose document does not open. */
async function joinSlowly(count: number): Promise<void> {
  const { interview, interviewer, roomCode } = await startLiveRoom(node);
  const { documents } = node.ctx;
  const open = documents.open.bind(documents);
  const openSlowly = (id: string) => (id === interview.id ? new Promise<never>(() => {}) : open(id));
  vi.spyOn(documents, 'open').mockImplementation(openSlowly);
  const sockets = Array.from({ length: count }, () => remember(new PlainClient(node.url, interviewer)));
  await until('the connections', () => sockets.every(({ socket }) => socket.connected));
  for (const { socket } of sockets) socket.emit('subscribe', { channel: roomCode });
}

test('lets others of a network connect at once and join soon while some of them take long to join', async () => {
  const { roomCode, candidate } = await startLiveRoom(node);
  await joinSlowly(SLOW_JOINS);

  const ada = remember(new PlainClient(node.url, candidate));
  await until('the connection', () => ada.socket.connected, CONNECTED_WITHIN_MS);
  expect(await ada.emit('subscribe', { channel: roomCode })).toMatchObject({ ok: true });
});
