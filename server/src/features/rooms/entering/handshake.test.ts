import { AUTHENTICATE_WITHIN_MS, ROOMS_NAMESPACE } from '@cip/contracts/rooms/rooms';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdTimers } from '../../../testing/clock.ts';
import { startLiveRoom, type LiveRoom } from '../../../testing/sockets/live-room.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';

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
  ['a client without an origin', () => undefined, true],
  ['the own origin', () => node.url, true],
  ['an allowed origin', () => 'https://partner.example', true],
  ['another site', () => 'https://evil.example', false],
  ['another port of this machine', () => 'http://127.0.0.1:1', false],
  ['a sandboxed page', () => 'null', false],
])('accepts or refuses a WebSocket from %s, whatever its token', async (_name, origin, isAccepted) => {
  const socket = connect(origin(), room.owner.token);
  let isRefused = false;
  socket.on('connect_error', () => (isRefused = true));
  await until('the outcome', () => socket.connected || isRefused);

  expect(socket.connected).toBe(isAccepted);
  socket.disconnect();
});

test('closes a socket that does not authenticate in time, and no other', async () => {
  const pass = holdTimers(AUTHENTICATE_WITHIN_MS);
  const [anonymous, owner] = [connect(), connect(undefined, room.owner.token)];
  await until('both', () => anonymous.connected && owner.connected);
  await owner.emitWithAck('subscribe', { channel: room.roomCode });
  pass();
  await until('the anonymous socket to close', () => !anonymous.connected);

  expect(owner.connected).toBe(true);
  owner.disconnect();
});
