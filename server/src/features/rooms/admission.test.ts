import { PROVE_WITHIN_MS, ROOMS_NAMESPACE } from '@cip/contracts/rooms';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLiveRoom, type LiveRoom } from '../../testing/live-room.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

let node: TestApp;
let room: LiveRoom;
beforeAll(async () => {
  node = await startTestApp({ listen: true, env: { CORS_ORIGINS: 'https://partner.example' } });
  room = await startLiveRoom(node);
});
afterAll(() => node.close());

function connect(origin?: string, authToken?: string) {
  return io(`${node.url}${ROOMS_NAMESPACE}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { roomCode: room.roomCode, ...(authToken !== undefined && { authToken }) },
    ...(origin !== undefined && { extraHeaders: { origin } }),
  });
}

test.each([
  ['no browser', () => undefined, true],
  ['this origin', () => node.url, true],
  ['an allowed one', () => 'https://partner.example', true],
  ['another site', () => 'https://evil.example', false],
  ['another port of this machine', () => 'http://127.0.0.1:1', false],
  ['a sandboxed page', () => 'null', false],
])('a WebSocket from %s is let in or not, whatever token it has', async (_who, origin, isLetIn) => {
  const socket = connect(origin(), room.owner.token);
  let isRefused = false;
  socket.on('connect_error', () => (isRefused = true));
  await until('an answer', () => socket.connected || isRefused);

  expect(socket.connected).toBe(isLetIn);
  socket.disconnect();
});

test('a socket that has proven nothing is closed in time, one that has stays', async () => {
  const [nobody, owner] = [connect(), connect(undefined, room.owner.token)];
  await until('both', () => nobody.connected && owner.connected);
  await owner.emitWithAck('subscribe', { channel: room.roomCode });
  await until('the end of one', () => !nobody.connected, PROVE_WITHIN_MS + 5_000);

  expect(owner.connected).toBe(true);
  owner.disconnect();
});
