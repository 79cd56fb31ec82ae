import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startLiveRoom, type LiveRoom } from '../../testing/live-room.ts';
import { PlainClient } from '../../testing/plain-client.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { closeEnded, lookAfter, type LocalRooms } from './rooms.jobs.ts';

let node: TestApp;
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

const nobody: LocalRooms = {
  occupied: () => [],
  closeHere: () => {},
  signIns: () => [],
  closeSignInsHere: () => {},
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

async function started({ interview }: LiveRoom, hours: number): Promise<void> {
  await node.ctx.db
    .updateTable('interviews')
    .set({ started_at: hoursAgo(hours) })
    .where('id', '=', interview.id)
    .execute();
}

async function occupied({ interview }: LiveRoom, hours: number): Promise<void> {
  await node.ctx.db
    .insertInto('room_occupancy')
    .values({ interview_id: interview.id, occupied_at: hoursAgo(hours) })
    .execute();
}

test('an interview whose room was empty for eight hours completes by itself, once', async () => {
  const [forgotten, running, fresh] = [await startLiveRoom(node), await startLiveRoom(node), await startLiveRoom(node)];
  await started(forgotten, 9);
  await started(running, 9);
  await occupied(running, 1);
  await Promise.all(Array.from({ length: 4 }, () => lookAfter(node.ctx, nobody, true)));
  expect(await statusOf(forgotten)).toEqual({ status: 'completed', ended_at: expect.any(String) });
  expect(await statusOf(running)).toMatchObject({ status: 'active' });
  expect(await statusOf(fresh)).toMatchObject({ status: 'active' });
});

test('a room whose end this node was never told of is closed here', async () => {
  const room = await startLiveRoom(node);
  const client = await PlainClient.join(node.url, room.candidate);
  // What is left when the node that ended it died right after its commit.
  await node.ctx.db
    .updateTable('interviews')
    .set({ status: 'completed' })
    .where('id', '=', room.interview.id)
    .execute();
  const closed: string[] = [];
  const here: LocalRooms = { ...nobody, occupied: () => [room.interview.id], closeHere: (id) => closed.push(id) };
  await closeEnded(node.ctx, here);
  expect(closed).toEqual([room.interview.id]);
  client.close();
});

test('an end that is just being told is left to who tells it', async () => {
  const { interview } = await startLiveRoom(node);
  const closed: string[] = [];
  const here: LocalRooms = { ...nobody, occupied: () => [interview.id], closeHere: (id) => closed.push(id) };
  const endedBefore = (ms: number) =>
    node.ctx.db
      .updateTable('interviews')
      .set({ status: 'completed', ended_at: new Date(Date.now() - ms).toISOString() })
      .where('id', '=', interview.id)
      .execute();

  await endedBefore(0);
  await closeEnded(node.ctx, here);
  expect(closed).toEqual([]);

  await endedBefore(2_500);
  await closeEnded(node.ctx, here);
  expect(closed).toEqual([interview.id]);
});

test('a candidate whose token has ended is put out, and the interviewer stays', async () => {
  const room = await startLiveRoom(node);
  const [interviewer, candidate] = [
    await PlainClient.join(node.url, room.interviewer),
    await PlainClient.join(node.url, room.candidate),
  ];
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12 * 3600 * 1_000 });
  try {
    // Not by `until`, whose patience is of the same clock.
    await vi.waitFor(() => expect(candidate.socket.connected).toBe(false), 10_000);
  } finally {
    vi.useRealTimers();
  }
  expect(interviewer.socket.connected).toBe(true);
  for (const client of [interviewer, candidate]) client.close();
});

test('somebody in the room keeps it from being abandoned', async () => {
  const room = await startLiveRoom(node);
  await started(room, 9);
  await lookAfter(node.ctx, { ...nobody, occupied: () => [room.interview.id] }, true);
  expect(await statusOf(room)).toMatchObject({ status: 'active' });
});

test('the figures of the rooms are told', async () => {
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
