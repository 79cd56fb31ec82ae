import { EventEmitter } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { startLiveRoom, type LiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { joinByPolling } from '../../../testing/sockets/polling-client.ts';
import { RawClient } from '../../../testing/sockets/raw-client.ts';
import { reading } from '../../../testing/sockets/reading.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { trackResponses, unreadBytes } from './unread-bytes.ts';

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

/** More than the kernel and the node keep for one connection: 24 MB in broadcasts of 1 MB. */
const BROADCASTS = 24;
const MEGABYTE = 'x'.repeat(1_000_000);

/** Functions that send a room a megabyte, by event. */
const broadcasts: Record<string, (interviewId: string) => void> = {
  'run:data-set': (id) => node.ctx.rooms.announce(id, 'run:data-set', { dataSet: { name: 'Data', sql: MEGABYTE } }),
  'run:input': (id) => node.ctx.rooms.announce(id, 'run:input', { stdin: MEGABYTE }),
  'run:output': (id) =>
    node.ctx.rooms.announce(id, 'run:output', { id, piece: { seq: 0, at: 0, stream: 'out', text: MEGABYTE } }),
  'room:rule': (id) => node.ctx.rooms.showRule(id, { tools: 'no_ai', note: MEGABYTE }),
};

/**
 * Broadcasts while one connection of the room does not read. Returns the participants who left, and whether the watcher
 * is still there.
 */
async function flood({ interview, interviewer }: LiveRoom, broadcast: (interviewId: string) => void) {
  const watcher = remember(await OwnClient.join(node.url, interviewer));
  const { received } = watcher.wire;
  const before = received.length;
  for (let nth = 0; nth < BROADCASTS; nth++) {
    broadcast(interview.id);
    await watcher.wire.emit('heartbeat', {});
  }
  const findLeft = () => received.slice(before).find(({ event }) => event === 'userLeft');
  // Awaited after the flood, which may take longer than an event.
  const { data } = await until('someone to leave', findLeft);
  return { left: data['userType'], isWatched: watcher.wire.socket.connected };
}
const onlyTheStalled = { left: 'candidate', isWatched: true };

test('ends only the connection that stops reading, under any broadcast', { tags: ['long'] }, async () => {
  const floods = Object.values(broadcasts).map(async (broadcast) => {
    const room = await startLiveRoom(node);
    const stalled = remember(await OwnClient.join(node.url, room.candidate));
    reading(stalled.wire).stop();
    return flood(room, broadcast);
  });
  for (const outcome of await Promise.all(floods)) expect(outcome).toEqual(onlyTheStalled);
});

test('ends a polling connection that asks for nothing more', { tags: ['long'] }, async () => {
  const room = await startLiveRoom(node);
  await joinByPolling(node.url, room.candidate);
  expect(await flood(room, (id) => broadcasts['room:rule']?.(id))).toEqual(onlyTheStalled);
});

test('counts unread answers of a polling connection beside waiting packets', () => {
  const transport = Object.assign(new EventEmitter(), { name: 'polling', res: new UnreadResponse(3_000) });
  const connection = { transport, close() {}, writeBuffer: [{ data: 'x'.repeat(500) }] };
  trackResponses(connection);
  transport.emit('headers');
  transport.res = new UnreadResponse(4_000);
  transport.emit('headers');
  expect(unreadBytes(connection)).toBe(7_500);
  transport.res.emit('close');
  expect(unreadBytes(connection)).toBe(3_500);
});

class UnreadResponse extends EventEmitter {
  readonly writableLength: number;

  constructor(writableLength: number) {
    super();
    this.writableLength = writableLength;
  }

  destroy(): void {
    this.emit('close');
  }
}

/** Opens a WebSocket of Engine.IO without joining a room. */
const openWebSocket = async () => remember((await RawClient.open(node.url)).socket);

test('answers a WebSocket ping, and ends a flood of them', async () => {
  const webSocket = await openWebSocket();
  let pongs = 0;
  webSocket.on('pong', () => pongs++);
  webSocket.ping();
  await until('the pong', () => pongs === 1);
  for (let nth = 0; nth < 100; nth++) webSocket.ping('x'.repeat(125));
  await until('the end', () => webSocket.readyState === WebSocket.CLOSED);
  expect(pongs).toBeLessThan(20);
});

test('ends a connection that sends pongs which nobody asked for', async () => {
  const webSocket = await openWebSocket();
  for (let nth = 0; nth < 100; nth++) webSocket.pong();
  await until('the end', () => webSocket.readyState === WebSocket.CLOSED);
  expect(webSocket.readyState).toBe(WebSocket.CLOSED);
});

test('ends a connection with its first binary packet', async () => {
  const room = await startLiveRoom(node);
  const client = remember(await OwnClient.join(node.url, room.candidate));
  client.wire.socket.io.reconnection(false);
  client.wire.socket.emit('heartbeat', Buffer.alloc(900_000));
  await until('the end', () => !client.wire.socket.connected);
  expect(client.wire.socket.connected).toBe(false);
});
