import { EventEmitter } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { AUTHENTICATE_WITHIN_MS } from '@cip/contracts/rooms/rooms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdTimers } from '../../../testing/clock.ts';
import { startLiveRoom } from '../../../testing/sockets/live-room.ts';
import { RawClient } from '../../../testing/sockets/raw-client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { ConnectionLimits } from './connection-limits.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ listen: true, env: { RATE_LIMITS: 'on', TRUST_PROXY: '10.0.0.0/8,127.0.0.1' } });
});
afterAll(() => node.close());

/** Returns how many handshakes of a connection were refused. */
const refusalsOf = ({ received }: RawClient) => received.filter((packet) => packet.startsWith('44')).length;

test('closes a connection after twenty refused room handshakes', async () => {
  const client = await RawClient.open(node.url);
  for (let n = 0; n < 1_000; n++) client.socket.send('40/code-sharing,{"roomCode":"private-room-aaaaaaaaa"}');
  await client.end();
  expect(refusalsOf(client)).toBeLessThanOrEqual(20);
});

test('closes a connection that sends no room handshake or names another namespace', async () => {
  const pass = holdTimers(AUTHENTICATE_WITHIN_MS);
  const [silent, misdirected] = [await RawClient.open(node.url), await RawClient.open(node.url)];
  misdirected.socket.send('40');
  await until('the refusal', () => refusalsOf(misdirected) === 1);
  pass();
  await Promise.all([silent.end(), misdirected.end()]);
  expect(misdirected.received.join()).toContain('Unknown namespace.');
});

/** Creates a connecting socket with a remote address, optionally behind a proxy. */
function connectingSocket(remote: string, forwardedFor?: string) {
  const connection = new Socket();
  Object.defineProperty(connection, 'remoteAddress', { value: remote });
  const request = new IncomingMessage(connection);
  if (forwardedFor !== undefined) request.headers['x-forwarded-for'] = forwardedFor;
  return { conn: { close: () => undefined }, request };
}

test('limits room handshakes per network, ignoring untrusted proxies', async () => {
  const limits = new ConnectionLimits(node.ctx);
  const take = async (remote: string, forwardedFor?: string) =>
    limits.takeHandshake(connectingSocket(remote, forwardedFor)).then(
      () => 'accepted',
      (error: { code: string }) => error.code,
    );
  const answers = await Promise.all(Array.from({ length: 1_201 }, () => take('10.1.1.1', '203.0.113.7')));
  expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1_200);
  expect(await take('10.1.1.1', '203.0.113.8')).toBe('accepted');
  // The header of an untrusted address is ignored.
  expect(await take('203.0.113.7', '203.0.113.9')).toBe('too_many_requests');
});

test('lets other work come between the upgrades of a network that opens 250 together', async () => {
  const limits = new ConnectionLimits(node.ctx);
  const taken: number[] = [];
  let turn = 0;
  const take = () => limits.takeConnection(connectingSocket('203.0.113.40').request).then(() => void taken.push(turn));

  const all = Promise.all(Array.from({ length: 250 }, take));
  // A reply to anyone else takes a turn of the event loop, as this does.
  while (taken.length < 250) {
    await new Promise((resolve) => void setImmediate(resolve));
    turn++;
  }
  await all;

  const inOneTurn = Math.max(...Object.values(Object.groupBy(taken, (each) => each)).map((same) => same?.length ?? 0));
  expect(inOneTurn).toBeLessThanOrEqual(2);
});

test('limits Engine.IO connections per network to 2,400 a minute', { tags: ['long'] }, async () => {
  const connect = async (forwardedFor: string) => {
    const headers = { 'x-forwarded-for': forwardedFor };
    const response = await fetch(`${node.url}/socket.io/?EIO=4&transport=polling`, { headers });
    return { status: response.status, body: await response.text() };
  };
  const opened = [];
  for (let n = 0; n < 2_400; n += 100)
    opened.push(...(await Promise.all(Array.from({ length: 100 }, () => connect('203.0.113.20')))));
  expect(opened.filter(({ status }) => status === 200)).toHaveLength(2_400);
  const refused = await connect('203.0.113.20');
  expect(refused.status).toBe(403);
  expect(refused.body).toContain('Too many connections. Please wait a moment.');
  expect((await connect('203.0.113.21')).status).toBe(200);
});

test('limits a network to 2,500 open connections', async () => {
  const limits = new ConnectionLimits(node.ctx);
  const open = Array.from({ length: 2_500 }, () => {
    const connection = Object.assign(new EventEmitter(), connectingSocket('203.0.113.40'));
    limits.trackOpen(connection);
    return connection;
  });
  const { request } = connectingSocket('203.0.113.40');
  await expect(limits.takeConnection(request)).rejects.toMatchObject({ code: 'too_many_requests' });
  await limits.takeConnection(connectingSocket('203.0.113.41').request);
  open[0]?.emit('close');
  await limits.takeConnection(request);
});

/** Joins a room of its own. */
const joinRaw = async () => RawClient.join(node.url, (await startLiveRoom(node)).candidate);

test('closes a connection that floods an unknown event, after refusing it', { tags: ['long'] }, async () => {
  const client = await joinRaw();
  for (let n = 1; n <= 4_000; n++) client.socket.send(`42/code-sharing,${n}["nonsense",{}]`);
  await client.end();
  const refused = client.received.filter((packet) => packet.includes('Too many events. Please slow down.'));
  expect(refused.length).toBeGreaterThan(0);
});

test('closes a connection that sends 40 large packets of an unknown event', { tags: ['long'] }, async () => {
  const client = await joinRaw();
  for (let n = 1; n <= 40; n++) client.socket.send(`42/code-sharing,${n}["nonsense","${'x'.repeat(900_000)}"]`);
  await client.end();
  expect(client.received.filter((packet) => packet.includes('Too many events. Please slow down.'))).toHaveLength(1);
});

test('closes a connection outside a room after two large packets', async () => {
  const client = await RawClient.open(node.url);
  for (let n = 0; n < 2; n++)
    client.socket.send(`40/code-sharing,{"roomCode":"private-room-aaaaaaaaa","x":"${'x'.repeat(70_000)}"}`);
  await client.end();
  expect(refusalsOf(client)).toBeLessThanOrEqual(1);
});

/** Opens a polling connection outside a room. Returns a function that sends a POST and returns its status. */
async function poll() {
  const address = `${node.url}/socket.io/?EIO=4&transport=polling`;
  const opened = await (await fetch(address)).text();
  const { sid }: { sid: string } = JSON.parse(opened.slice(1));
  return async (body: string) => (await fetch(`${address}&sid=${sid}`, { method: 'POST', body })).status;
}

test('refuses a large POST of a polling connection outside a room', async () => {
  expect(await (await poll())('4'.repeat(17_000))).toBe(413);
});

test('closes a polling connection after 2,000 packets in one POST', async () => {
  const post = await poll();
  await post(Array(2_000).fill('3').join('\u001e'));
  expect(await post('3')).toBe(400);
  const honest = await poll();
  for (let n = 0; n < 2; n++) expect(await honest(Array(100).fill('3').join('\u001e'))).toBe(200);
});
