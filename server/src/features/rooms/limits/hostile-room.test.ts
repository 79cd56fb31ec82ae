import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { holdTransaction } from '../../../testing/databases/hold-transaction.ts';
import { candidateOf, startLiveRoom } from '../../../testing/sockets/live-room.ts';
import { PlainClient } from '../../../testing/sockets/plain-client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';

let node: TestApp;
const query = vi.spyOn(pg.Client.prototype, 'query');
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true, env: { RATE_LIMITS: 'on' } });
});
beforeEach(() => {
  query.mockClear();
});
afterAll(() => node.close());

/** Returns how many statements matching the pattern were sent. */
function statements(pattern: RegExp): number {
  return query.mock.calls.filter((call) => pattern.test(String(Object(call[0]).text ?? call[0]))).length;
}

const isOk = ({ ok }: Record<string, unknown>) => ok === true;

/** Opens several sockets of one candidate, and one of the interviewer that records events. */
async function hostileRoom(sockets: number) {
  const room = await startLiveRoom(node);
  const watcher = remember(await PlainClient.join(node.url, room.interviewer));
  const clients: PlainClient[] = [];
  for (let nth = 0; nth < sockets; nth++) clients.push(remember(await PlainClient.join(node.url, room.candidate)));
  const [first] = clients;
  if (!first) throw new Error('At least one socket is needed.');
  query.mockClear();
  /** Sends events over all sockets in turn. Returns how many succeeded. */
  const flood = async (times: number, event: string, payload: (nth: number) => unknown) => {
    const sent = Array.from({ length: times }, (_, nth) => (clients[nth % sockets] ?? first).emit(event, payload(nth)));
    return (await Promise.all(sent)).filter(isOk).length;
  };
  return { ...room, watcher, first, flood };
}

test('acknowledges a repeated subscription without queries or broadcasts', async () => {
  const { first, watcher, roomCode, candidate } = await hostileRoom(1);
  await watcher.custom('typingModeChanged', { mode: 'instant' });
  const before = watcher.received.length;
  query.mockClear();

  for (let nth = 0; nth < 10; nth++)
    expect(await first.emit('subscribe', { channel: roomCode, authToken: candidate.authToken })).toMatchObject({
      ok: true,
      channel: roomCode,
      participant: { name: 'Ada' },
      typingMode: 'instant',
    });
  expect(first.count('subscription:succeeded')).toBe(11);
  expect(statements(/from "?(interviews|candidates|auth_sessions|documents)/)).toBe(0);
  expect(watcher.received.slice(before)).toEqual([]);
});

test('sends full texts again when a Yjs socket resubscribes', async () => {
  const { first, watcher, roomCode } = await hostileRoom(1);
  expect(await first.emit('document:open', { stateVector: 'AA==' })).toMatchObject({ ok: true });
  expect(await first.emit('subscribe', { channel: roomCode })).toMatchObject({ ok: true });
  await watcher.type('full text');
  await until('the full text', () => first.code === 'full text');
  expect(first.code).toBe('full text');
});

test('announces a participant once, not per device', async () => {
  const { watcher, candidate } = await hostileRoom(1);
  const before = watcher.count('participantList');
  const second = remember(await PlainClient.join(node.url, candidate));
  expect(await second.custom('getParticipants')).toMatchObject({ count: 2 });
  expect(second.count('participantList')).toBeGreaterThan(0);
  expect(watcher.count('participantList')).toBe(before);
});

test('limits language changes over all sockets of a participant', { tags: ['long'] }, async () => {
  const { flood, watcher } = await hostileRoom(5);
  const languages = ['python', 'java'];
  const since = performance.now();
  const changed = await flood(200, 'document:language', (nth) => ({ language: languages[nth % 2] }));
  // A burst, plus the rate since the start.
  expect(changed).toBeLessThanOrEqual(10 + (2 * (performance.now() - since)) / 1_000);
  expect(statements(/update "documents" set "language"/)).toBe(changed);
  await until('the last change', () => watcher.count('document:language') > 0);
  expect(watcher.count('document:language')).toBeLessThanOrEqual(changed);
});

test('announces no unchanged language to the room', async () => {
  const { first, watcher } = await hostileRoom(1);
  for (const language of ['sql', 'go', 'go', 'go'])
    expect(await first.emit('document:language', { language })).toEqual({ ok: true });
  await until('the change', () => watcher.count('document:language') === 1);
  expect(await watcher.custom('getParticipants')).toMatchObject({ ok: true });
  expect(watcher.count('document:language')).toBe(1);
});

test('limits offline notes over all sockets of a participant', async () => {
  const { flood } = await hostileRoom(5);
  const since = performance.now();
  const noted = await flood(200, 'document:offline', () => ({ id: randomUUID(), forMs: 1_000 }));
  expect(noted).toBeLessThanOrEqual(20 + (performance.now() - since) / 1_000);
  expect(statements(/insert into offline_gaps/)).toBe(noted);
});

test('limits requested lists of participants over all sockets of a participant', { tags: ['long'] }, async () => {
  const { flood, first, roomCode } = await hostileRoom(5);
  const before = first.count('participantList');
  const since = performance.now();
  const listed = await flood(200, 'custom:event', () => ({ event: 'getParticipants', channel: roomCode }));
  const allowed = 10 + (performance.now() - since) / 1_000;
  expect(listed).toBeLessThanOrEqual(allowed);
  expect(first.count('participantList') - before).toBeLessThanOrEqual(allowed);
});

test(
  'limits the characters of the lists that one participant causes by leaving and coming back',
  { tags: ['long'] },
  async () => {
    const { first, watcher, roomCode, candidate } = await hostileRoom(1);
    const others = 40;
    for (let nth = 0; nth < others; nth++)
      remember(await PlainClient.join(node.url, await candidateOf(node, roomCode, `${nth} `.padEnd(80, 'x'))));
    const lists = () => watcher.received.filter(({ event }) => event === 'participantList');
    const before = lists().length;
    const since = performance.now();
    for (let time = 0; time < 15; time++) {
      expect(await first.emit('unsubscribe', { channel: roomCode })).toMatchObject({ ok: true });
      const { authToken } = candidate;
      expect(await first.emit('subscribe', { channel: roomCode, authToken })).toMatchObject({ ok: true });
    }
    await first.emit('unsubscribe', { channel: roomCode });
    await until(
      'the last list',
      () => watcher.count('userLeft') === 16 && lists().at(-1)?.data['count'] === others + 1,
    );

    const size = JSON.stringify(lists().at(-1)?.data).length * others;
    // The node estimates the size.
    const allowed = 2 * size + 2_500 * (performance.now() - since);
    expect((lists().length - before) * size).toBeLessThanOrEqual(allowed);
  },
);

test('allows ten sockets per participant, and others still join', { tags: ['long'] }, async () => {
  const { candidate, roomCode } = await hostileRoom(10);
  const eleventh = remember(new PlainClient(node.url, candidate));
  await until('the connection', () => eleventh.socket.connected);
  expect(await eleventh.emit('subscribe', { channel: roomCode })).toEqual({
    ok: false,
    error: {
      code: 'too_many_requests',
      message: 'You are connected from too many places. Please close other tabs or devices.',
    },
  });
  remember(await PlainClient.join(node.url, await candidateOf(node, roomCode, 'Bob')));
});

test('releases the place of a socket that left while it was joining', async () => {
  const { candidate, roomCode, watcher } = await hostileRoom(1);
  const hasty = Array.from({ length: 12 }, () => remember(new PlainClient(node.url, candidate)));
  await until('their connections', () => hasty.every(({ socket }) => socket.connected));
  const releaseLock = await holdTransaction(node.ctx.db, (trx) => sql`lock table interviews`.execute(trx));
  for (const client of hasty) {
    client.socket.emit('subscribe', { channel: roomCode });
    await client.emit('heartbeat', {});
    client.close();
  }
  // The node processes events in order: this reply shows that it handled the disconnects.
  expect(await watcher.emit('heartbeat', {})).toMatchObject({ ok: true });
  await releaseLock();
  remember(await PlainClient.join(node.url, candidate));
  expect(await watcher.custom('getParticipants')).toMatchObject({ count: 2 });
});

test('survives packets with so many values that they overflow stacks', { tags: ['long'] }, async () => {
  const { first } = await hostileRoom(1);
  const values = Array(40_000).fill(1).join(',');
  const namespace = `${String(Reflect.get(first.socket, 'nsp'))},`;
  first.socket.io.engine.write(`2${namespace}["custom:event",${values}]`);
  expect(await first.emit('heartbeat', {})).toMatchObject({ ok: true });
  first.socket.io.engine.write(`3${namespace}1[${values}]`);
  await until('the end of the connection', () => !first.socket.connected);
  const { first: another } = await hostileRoom(1);
  expect(await another.emit('heartbeat', {})).toMatchObject({ ok: true });
});

test('refuses an event with too many fields without parsing it', { tags: ['long'] }, async () => {
  const { first } = await hostileRoom(1);
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}`, 0]));
  for (const count of [200, 50_000])
    expect(await first.emit('heartbeat', fields(count))).toEqual({
      ok: false,
      error: {
        code: 'invalid',
        message: 'The request has too many fields',
        errors: { body: ['The request has too many fields'] },
      },
    });
});
