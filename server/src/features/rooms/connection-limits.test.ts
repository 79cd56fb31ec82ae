import { EventEmitter } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { PROVE_WITHIN_MS } from '@cip/contracts/rooms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLiveRoom } from '../../testing/live-room.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { ConnectionLimits } from './connection-limits.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ listen: true, env: { RATE_LIMITS: 'on', TRUST_PROXY: '10.0.0.0/8,127.0.0.1' } });
});
afterAll(() => node.close());

/** A connection of the engine without a library in front of it, and what came over it. */
async function connectRaw() {
  const socket = new WebSocket(`${node.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const received: string[] = [];
  socket.addEventListener('message', ({ data }) => received.push(String(data)));
  await until('the engine', () => received.some((packet) => packet.startsWith('0')));
  return { socket, received, refusals: () => received.filter((packet) => packet.startsWith('44')).length };
}

test('a connection that asks for rooms on and on is closed, and costs few looks into the database', async () => {
  const { socket, refusals } = await connectRaw();
  for (let n = 0; n < 1_000; n++) socket.send('40/code-sharing,{"roomCode":"private-room-aaaaaaaaa"}');
  await until('the end', () => socket.readyState === WebSocket.CLOSED);
  expect(refusals()).toBeLessThanOrEqual(20);
});

test('a connection that asks for nothing, or for what is not there, is closed in time', async () => {
  const [silent, lost] = [await connectRaw(), await connectRaw()];
  lost.socket.send('40');
  await until('the refusal', () => lost.refusals() === 1);
  const isClosed = ({ socket }: typeof silent) => socket.readyState === WebSocket.CLOSED;
  await until('both ends', () => isClosed(silent) && isClosed(lost), PROVE_WITHIN_MS + 5_000);
  expect(lost.received.join()).toContain('There is nothing here.');
});

/** A socket that asks from an address, by way of a balancer or not. */
function asking(remote: string, forwardedFor?: string) {
  const connection = new Socket();
  Object.defineProperty(connection, 'remoteAddress', { value: remote });
  const request = new IncomingMessage(connection);
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor;
  return { conn: { close: () => undefined }, request };
}

test('one network may open so many connections in a minute, and no other has less for it', async () => {
  const limits = new ConnectionLimits(node.ctx);
  const take = async (remote: string, forwardedFor?: string) =>
    limits.take(asking(remote, forwardedFor)).then(
      () => 'let in',
      (error: { code: string }) => error.code,
    );
  const answers = await Promise.all(Array.from({ length: 1_201 }, () => take('10.1.1.1', '203.0.113.7')));
  expect(answers.filter((answer) => answer === 'let in')).toHaveLength(1_200);
  expect(await take('10.1.1.1', '203.0.113.8')).toBe('let in');
  // Who is no balancer of ours is believed nothing.
  expect(await take('203.0.113.7', '203.0.113.9')).toBe('too_many_requests');
});

test('one network may open so many connections of the engine in a minute, whether or not they ask for a room', async () => {
  const knock = async (forwardedFor: string) => {
    const headers = { 'x-forwarded-for': forwardedFor };
    const response = await fetch(`${node.url}/socket.io/?EIO=4&transport=polling`, { headers });
    return { status: response.status, body: await response.text() };
  };
  const opened = [];
  for (let n = 0; n < 2_400; n += 100)
    opened.push(...(await Promise.all(Array.from({ length: 100 }, () => knock('203.0.113.20')))));
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(2_400);
  const refused = await knock('203.0.113.20');
  expect(refused.status).toBe(403);
  expect(refused.body).toContain('Too many connections. Please wait a moment.');
  expect((await knock('203.0.113.21')).status).toBe(200);
});

test('one network may have so many connections open at a time, and a closed one makes room', async () => {
  const limits = new ConnectionLimits(node.ctx);
  const open = Array.from({ length: 2_500 }, () => {
    const connection = Object.assign(new EventEmitter(), asking('203.0.113.40'));
    limits.hold(connection);
    return connection;
  });
  const { request } = asking('203.0.113.40');
  await expect(limits.open(request)).rejects.toMatchObject({ code: 'too_many_requests' });
  await limits.open(asking('203.0.113.41').request);
  open[0]?.emit('close');
  await limits.open(request);
});

/** A connection that is in a room, without a library in front of it. */
async function joinRaw() {
  const { candidate, roomCode } = await startLiveRoom(node);
  const raw = await connectRaw();
  const hasCome = (start: string) => () => raw.received.some((packet) => packet.startsWith(start));
  raw.socket.send(`40/code-sharing,${JSON.stringify(candidate)}`);
  await until('the namespace', hasCome('40/code-sharing'));
  raw.socket.send(`42/code-sharing,0["subscribe",${JSON.stringify({ channel: roomCode })}]`);
  await until('the room', hasCome('43/code-sharing,0[{"ok":true'));
  return raw;
}

test('a flood of an event that nobody knows is answered, and then cut off', async () => {
  const { socket, received } = await joinRaw();
  for (let n = 1; n <= 4_000; n++) socket.send(`42/code-sharing,${n}["nonsense",{}]`);
  await until('the end', () => socket.readyState === WebSocket.CLOSED);
  const refused = received.filter((packet) => packet.includes('Too many events. Please slow down.'));
  expect(refused.length).toBeGreaterThan(0);
});

test('so many large packets of an event that nobody knows are cut off, however few they are', async () => {
  const { socket, received } = await joinRaw();
  for (let n = 1; n <= 40; n++) socket.send(`42/code-sharing,${n}["nonsense","${'x'.repeat(900_000)}"]`);
  await until('the end', () => socket.readyState === WebSocket.CLOSED);
  expect(received.filter((packet) => packet.includes('Too many events. Please slow down.'))).toHaveLength(1);
});

test('cuts a connection in no room off after two large packets', async () => {
  const { socket, refusals } = await connectRaw();
  for (let n = 0; n < 2; n++)
    socket.send(`40/code-sharing,{"roomCode":"private-room-aaaaaaaaa","x":"${'x'.repeat(70_000)}"}`);
  await until('the end', () => socket.readyState === WebSocket.CLOSED);
  expect(refusals()).toBeLessThanOrEqual(1);
});

/** A polling connection in no room; answers with the status of each POST. */
async function poll() {
  const address = `${node.url}/socket.io/?EIO=4&transport=polling`;
  const opened = await (await fetch(address)).text();
  const { sid }: { sid: string } = JSON.parse(opened.slice(1));
  return async (body: string) => (await fetch(`${address}&sid=${sid}`, { method: 'POST', body })).status;
}

test('refuses a large POST of a polling connection in no room', async () => {
  expect(await (await poll())('4'.repeat(17_000))).toBe(413);
});

test('closes a polling connection that sends very many packets in one POST, and reads none of them', async () => {
  const post = await poll();
  await post(Array(2_000).fill('3').join('\u001e'));
  expect(await post('3')).toBe(400);
  const honest = await poll();
  for (let n = 0; n < 2; n++) expect(await honest(Array(100).fill('3').join('\u001e'))).toBe(200);
});
