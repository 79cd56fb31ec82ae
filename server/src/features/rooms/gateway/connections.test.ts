import type { IncomingMessage } from 'node:http';
import type { Handshake } from '@cip/contracts/rooms/rooms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startLiveRoom } from '../../../testing/sockets/live-room.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

const NORMAL_CLOSURE = 1_000;
/** RFC 6455: an unmasked close frame with that status. */
const CLOSE_FRAME = Buffer.from([0x88, 2, NORMAL_CLOSURE >> 8, NORMAL_CLOSURE & 0xff]);

/** Connects to a room without the client library. `received` returns the bytes that came since. */
async function connectRaw(handshake: Handshake) {
  const socket = new WebSocket(`${node.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const bytes: Buffer[] = [];
  const upgraded = new Promise<IncomingMessage>((resolve) => socket.once('upgrade', resolve));
  const stream = (await upgraded).socket.on('data', (chunk: Buffer) => bytes.push(chunk));
  const received = () => Buffer.concat(bytes);
  socket.send(`40/code-sharing,${JSON.stringify(handshake)}`);
  await until('the room', () => received().includes('40/code-sharing,'));
  return { socket, stream, received };
}

test('sends nothing after the close frame, also if an event came just before', async () => {
  const { candidate, roomCode } = await startLiveRoom(node);
  const { socket, stream, received } = await connectRaw(candidate);
  // In one packet, as a browser sends what a page says last.
  stream.cork();
  socket.send(`42/code-sharing,0["unsubscribe",{"channel":"${roomCode}"}]`);
  socket.close(NORMAL_CLOSURE);
  stream.uncork();
  await until('the end', () => socket.readyState === WebSocket.CLOSED);

  expect(received().subarray(-CLOSE_FRAME.length)).toEqual(CLOSE_FRAME);
});
