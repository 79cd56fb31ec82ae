import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { joinAsCandidate } from '../../testing/builders.ts';
import { startLiveRoom, type LiveRoom } from '../../testing/sockets/live-room.ts';
import { PlainClient } from '../../testing/sockets/plain-client.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { closeEndedRooms, maintainRooms, roomJobs, type LocalRooms } from './rooms.jobs.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

const noRooms: LocalRooms = {
  occupied: () => [],
  hosted: () => [],
  awaited: () => [],
  waiting: () => [],
  closeHere: () => {},
  readRunsHere: () => {},
  readQuestionsHere: () => {},
  showRulesHere: () => {},
  showSettingsHere: () => {},
  signIns: () => [],
  closeSignInsHere: () => {},
  accounts: () => [],
  closeAccountsHere: () => {},
  candidates: () => [],
  closeCandidatesHere: () => {},
  closeExpiredHere: () => {},
};

function statusOf({ interview }: LiveRoom) {
  return node.ctx.db
    .selectFrom('interviews')
    .select(['status', 'ended_at'])
    .where('id', '=', interview.id)
    .executeTakeFirstOrThrow();
}

const hoursAgo = (hours: number) => sql<string>`now() - make_interval(hours => ${hours})`;

async function setStarted({ interview }: LiveRoom, hours: number): Promise<void> {
  await node.ctx.db
    .updateTable('interviews')
    .set({ started_at: hoursAgo(hours) })
    .where('id', '=', interview.id)
    .execute();
}

async function setOccupied({ interview }: LiveRoom, hours: number): Promise<void> {
  await node.ctx.db
    .insertInto('room_occupancy')
    .values({ interview_id: interview.id, occupied_at: hoursAgo(hours) })
    .execute();
}

test('completes an interview whose room was empty for eight hours, once', async () => {
  const [forgotten, running, fresh] = [await startLiveRoom(node), await startLiveRoom(node), await startLiveRoom(node)];
  await setStarted(forgotten, 9);
  await setStarted(running, 9);
  await setOccupied(running, 1);
  await Promise.all(Array.from({ length: 4 }, () => maintainRooms(node.ctx, noRooms, true)));
  expect(await statusOf(forgotten)).toEqual({ status: 'completed', ended_at: expect.any(String) });
  expect(await statusOf(running)).toMatchObject({ status: 'active' });
  expect(await statusOf(fresh)).toMatchObject({ status: 'active' });
});

test('closes a room whose end was not announced to this node', async () => {
  const room = await startLiveRoom(node);
  const client = await PlainClient.join(node.url, room.candidate);
  // The state after the node that ended the interview died right after its commit.
  await node.ctx.db
    .updateTable('interviews')
    .set({ status: 'completed' })
    .where('id', '=', room.interview.id)
    .execute();
  const closed: string[] = [];
  const rooms: LocalRooms = { ...noRooms, occupied: () => [room.interview.id], closeHere: (id) => closed.push(id) };
  await closeEndedRooms(node.ctx, rooms);
  expect(closed).toEqual([room.interview.id]);
  client.close();
});

test('leaves a recent end to the node that announces it', async () => {
  const { interview } = await startLiveRoom(node);
  const closed: string[] = [];
  const rooms: LocalRooms = { ...noRooms, occupied: () => [interview.id], closeHere: (id) => closed.push(id) };
  const endedBefore = (ms: number) =>
    node.ctx.db
      .updateTable('interviews')
      .set({ status: 'completed', ended_at: new Date(Date.now() - ms).toISOString() })
      .where('id', '=', interview.id)
      .execute();

  await endedBefore(0);
  await closeEndedRooms(node.ctx, rooms);
  expect(closed).toEqual([]);

  await endedBefore(2_500);
  await closeEndedRooms(node.ctx, rooms);
  expect(closed).toEqual([interview.id]);
});

test('disconnects a candidate whose token has expired, not the interviewer', async () => {
  const room = await startLiveRoom(node);
  const [interviewer, candidate] = [
    await PlainClient.join(node.url, room.interviewer),
    await PlainClient.join(node.url, room.candidate),
  ];
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12 * 3600 * 1_000 });
  try {
    // Not `until`, whose deadline uses the faked clock.
    await vi.waitFor(() => expect(candidate.socket.connected).toBe(false), 10_000);
  } finally {
    vi.useRealTimers();
  }
  expect(interviewer.socket.connected).toBe(true);
  for (const client of [interviewer, candidate]) client.close();
});

test('leaves an interview active while its room is occupied', async () => {
  const room = await startLiveRoom(node);
  await setStarted(room, 9);
  await maintainRooms(node.ctx, { ...noRooms, occupied: () => [room.interview.id] }, true);
  expect(await statusOf(room)).toMatchObject({ status: 'active' });
});

test('reads the announcements of other nodes after a connection to Redis was lost between two runs', async () => {
  const { databaseUrl } = node.ctx.config;
  const clustered = await startTestApp({ databaseUrl: String(databaseUrl), env: { REDIS_URL: inject('redisUrl') } });
  const { redis } = clustered.ctx;
  if (!redis) throw new Error('This node has no Redis.');
  const room = await startLiveRoom(node);
  const host = await PlainClient.join(node.url, room.interviewer);
  const shown: string[] = [];
  const rooms: LocalRooms = { ...noRooms, occupied: () => [room.interview.id], showRulesHere: (id) => shown.push(id) };
  const jobs = roomJobs(clustered.ctx, rooms, { run: async () => {} }, null);
  const run = () => jobs.find(({ name }) => name === 'ended rooms')?.run();
  try {
    await until('Redis', () => redis.areReady());
    for (let time = 0; time < 2; time++) await run();
    // Announced on a node without Redis, so that the other one cannot hear it.
    await host.emit('room:change-rule', { rule: { tools: 'no_ai', note: null } });
    await run();
    expect(shown).toEqual([]);

    const before = redis.losses();
    redis.subscriber.disconnect(true);
    await until('the loss', () => redis.losses() > before);
    await until('its return', () => redis.areReady());
    await run();
    expect(shown).toEqual([room.interview.id]);
    // Once more, because the subscriptions may have come back after the first run.
    for (let time = 0; time < 3; time++) await run();
    expect(shown).toHaveLength(2);
  } finally {
    host.close();
    await clustered.close();
  }
});

test(
  'shows and applies the typing mode, language and files of a room that changed while messages were lost',
  { tags: ['long'] },
  async () => {
    const { databaseUrl } = node.ctx.config;
    const clustered = await startTestApp({
      databaseUrl: String(databaseUrl),
      env: { REDIS_URL: inject('redisUrl') },
      listen: true,
    });
    const { redis } = clustered.ctx;
    if (!redis) throw new Error('This node has no Redis.');
    await until('Redis', () => redis.areReady());
    const room = await startLiveRoom(node);
    const host = await PlainClient.join(node.url, room.interviewer);
    const candidate = await PlainClient.join(clustered.url, room.candidate);
    try {
      // On a node without Redis, so that the other one cannot hear it.
      expect(await host.custom('typingModeChanged', { mode: 'instant' })).toMatchObject({ ok: true });
      expect(await host.emit('document:language', { language: 'python' })).toEqual({ ok: true });
      expect(await host.emit('file:create', { id: randomUUID(), name: 'test_cart.py' })).toMatchObject({ ok: true });
      expect(await host.emit('file:allow', { isAllowed: false })).toEqual({ ok: true });
      const before = candidate.received.length;
      redis.subscriber.disconnect(true);

      await until('the list of files', () => candidate.count('file:changed') > 0);
      const shown = candidate.received.slice(before);
      expect(shown).toEqual(
        expect.arrayContaining([
          { event: 'typingModeChanged', data: { mode: 'instant' } },
          { event: 'document:language', data: { language: 'python' } },
          { event: 'file:allowed', data: { isAllowed: false } },
          {
            event: 'file:changed',
            data: expect.objectContaining({
              files: [
                { root: 'code', name: 'main.py' },
                { root: 'code2', name: 'test_cart.py' },
              ],
            }),
          },
        ]),
      );
    } finally {
      host.close();
      candidate.close();
      await clustered.close();
    }
  },
);

test('exports the metrics of the rooms', async () => {
  const room = await startLiveRoom(node);
  const client = await PlainClient.join(node.url, room.candidate);
  await client.type('SELECT 1;');
  const { body } = await node.app.inject({ url: '/metrics' });
  expect(body).toMatch(/^rooms_occupied [1-9]/m);
  expect(body).toMatch(/^edit_to_ack_seconds_count [1-9]/m);
  expect(body).toContain('nodejs_eventloop_lag_p99_seconds');
  expect(body).not.toContain(room.roomCode);
  client.close();
});

test('marks only the candidates who wait on this node as connected', async () => {
  const room = await startLiveRoom(node);
  const { db } = node.ctx;
  const longAgo = new Date(Date.now() - 60_000).toISOString();
  const waiting = { admission: 'waiting' as const, seen_at: longAgo };
  const { id: interviewId } = room.interview;
  const [here, elsewhere] = [await joinAsCandidate(node, room.roomCode), await joinAsCandidate(node, room.roomCode)];
  await db.updateTable('candidates').set(waiting).where('interview_id', '=', interviewId).execute();

  await maintainRooms(node.ctx, { ...noRooms, waiting: () => [here.participant_id] }, false);

  const rows = await db
    .selectFrom('candidates')
    .select(['id', 'seen_at'])
    .where('interview_id', '=', interviewId)
    .execute();
  const seen = new Map(rows.map(({ id, seen_at }) => [id, Date.parse(seen_at)]));
  expect(seen.get(here.participant_id)).toBeGreaterThan(Date.parse(longAgo));
  expect(seen.get(elsewhere.participant_id)).toBe(Date.parse(longAgo));
});
