import { randomUUID } from 'node:crypto';
import { saveCode } from '@cip/contracts/rooms/documents';
import { deleteInterview } from '@cip/contracts/interviews/interviews';
import type { Participant } from '@cip/contracts/rooms/rooms';
import {
  CANDIDATE_EVENTS_MAX,
  CANDIDATES_EVENTS_MAX,
  TIMELINE_EVENTS_MAX,
  type TimelineEvent,
} from '@cip/contracts/timeline/timeline';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endInterview, joinAsCandidate } from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { candidateOf, startLiveRoom, type LiveRoom } from '../../testing/sockets/live-room.ts';
import { OwnClient } from '../../testing/sockets/own-client.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { isFull, readTimeline, recordEvent } from './timeline.service.ts';

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

const own = async (auth: LiveRoom['candidate']) => remember(await OwnClient.join(node.url, auth));
const timeline = async ({ interview }: LiveRoom): Promise<TimelineEvent[]> => {
  const events: TimelineEvent[] = [];
  for await (const event of readTimeline(node.ctx.db, interview.id)) events.push(event);
  return events;
};
const kinds = async (room: LiveRoom) => (await timeline(room)).map(({ kind }) => kind);

/** Adds events of a participant, as if they had happened. */
async function fill({ interview }: LiveRoom, participantId: string, events: number): Promise<void> {
  await sql`
    insert into timeline_counts (interview_id, participant_id, is_candidate, events)
    select ${interview.id}, ${participantId}::uuid, exists (select from candidates where id = ${participantId}::uuid), ${events}
    on conflict (interview_id, participant_id) do update set events = excluded.events`.execute(node.ctx.db);
}

test('records the events of a room, in order, with their actors', async () => {
  const room = await startLiveRoom(node);
  const interviewer = await own(room.interviewer);
  const ada = await own(room.candidate);
  const { participants } = await interviewer.wire.custom('getParticipants');
  const [leader, candidate] = (participants as Participant[]).map(({ id }) => id);

  await ada.wire.emit('document:language', { language: 'python' });
  await ada.wire.emit('document:language', { language: 'python' });
  await interviewer.wire.custom('typingModeChanged', { mode: 'instant' });
  await interviewer.wire.custom('typingModeChanged', { mode: 'instant' });
  const save = { interview_session_id: room.interview.id, code_content: 'x = 1', op_id: randomUUID() };
  for (let time = 0; time < 2; time++) await call(node.app, saveCode, { token: room.owner.token, body: save });
  const gap = { id: randomUUID(), forMs: 5 };
  for (let time = 0; time < 2; time++) await ada.wire.emit('document:offline', gap);
  expect(await ada.wire.emit('document:formatted', {})).toEqual({ ok: true });
  await interviewer.wire.emit('participant:remove', { participantId: candidate });
  await expect.poll(() => kinds(room), { timeout: 10_000 }).toContain('left');
  await endInterview(node, room.owner, room.interview.room_code);

  const events = await timeline(room);
  expect(events.map(({ kind, participantId, data }) => [kind, participantId, data])).toEqual([
    ['opened', leader, {}],
    ['joined', leader, { name: 'Acme', type: 'interviewer' }],
    ['joined', candidate, { name: 'Ada', type: 'candidate' }],
    ['language', candidate, { language: 'python' }],
    ['typing_mode', leader, { mode: 'instant' }],
    ['saved', leader, {}],
    ['offline', candidate, { forMs: 5 }],
    ['formatted', candidate, {}],
    ['removed', leader, { participantId: candidate }],
    ['left', candidate, { name: 'Ada', type: 'candidate' }],
    ['ended', leader, {}],
  ]);
  for (const { at } of events) expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
});

test(
  'records one arrival of a participant with two devices, and the next after a departure',
  { tags: ['long'] },
  async () => {
    const room = await startLiveRoom(node);
    const laptop = await own(room.candidate);
    const phone = await own(room.candidate);
    laptop.close();
    phone.close();
    await expect.poll(() => kinds(room), { timeout: 10_000 }).toContain('left');
    await own(room.candidate);

    expect(await kinds(room)).toEqual(['opened', 'joined', 'left', 'joined']);
  },
);

test('records an operation once', async () => {
  const room = await startLiveRoom(node);
  const by = { interviewId: room.interview.id, participantId: null, opId: randomUUID() };
  for (let time = 0; time < 3; time++) await recordEvent(node.ctx.db, by, { kind: 'saved', data: {} });

  expect(await kinds(room)).toEqual(['opened', 'saved']);
});

const full = {
  ok: false,
  error: {
    code: 'limit_reached',
    message: 'Too much has happened in this session to record more. You can go on typing.',
  },
};
const idOf = ({ roomCode }: LiveRoom, name: string) =>
  node.ctx.db
    .selectFrom('candidates')
    .innerJoin('interviews', 'interviews.id', 'candidates.interview_id')
    .select('candidates.id')
    .where('room_code', '=', roomCode)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
    .then(({ id }) => id);

test('refuses changes of a full timeline in words, while typing, joining and the end go on', async () => {
  const room = await startLiveRoom(node);
  const [interviewer, ada] = [await own(room.interviewer), await own(room.candidate)];
  await fill(room, randomUUID(), TIMELINE_EVENTS_MAX);
  await fill(room, await idOf(room, 'Ada'), CANDIDATE_EVENTS_MAX);

  for (const client of [ada, interviewer])
    expect(await client.wire.emit('document:language', { language: 'python' })).toEqual(full);
  ada.insert(0, 'still typing');
  await until('an acknowledged edit', () => ada.unacknowledged.size === 0 || undefined);
  // The first arrival of everybody is recorded all the same.
  await own(await candidateOf(node, room.roomCode, 'Bob'));
  await endInterview(node, room.owner, room.interview.room_code);

  expect(await kinds(room)).toEqual(['opened', 'joined', 'joined', 'joined', 'ended']);
});

test('counts the events of each participant', async () => {
  const room = await startLiveRoom(node);
  const [ada, bob] = [await own(room.candidate), await own(await candidateOf(node, room.roomCode, 'Bob'))];
  const id = await idOf(room, 'Ada');
  await fill(room, id, CANDIDATE_EVENTS_MAX - 1);

  expect(await ada.wire.emit('document:language', { language: 'python' })).toEqual({ ok: true });
  expect(await ada.wire.emit('document:language', { language: 'go' })).toEqual(full);
  expect(await bob.wire.emit('document:language', { language: 'go' })).toEqual({ ok: true });
});

test('records an interviewer’s acts when candidates have used up their part of the timeline', async () => {
  const room = await startLiveRoom(node);
  const [interviewer, ada] = [await own(room.interviewer), await own(room.candidate)];
  await candidateOf(node, room.roomCode, 'Bob');
  await fill(room, await idOf(room, 'Bob'), CANDIDATES_EVENTS_MAX);

  expect(await ada.wire.emit('document:language', { language: 'python' })).toEqual(full);
  expect(await interviewer.wire.emit('document:language', { language: 'python' })).toEqual({ ok: true });
  expect((await kinds(room)).at(-1)).toBe('language');
});

test('deletes the timeline with its interview', async () => {
  const room = await startLiveRoom(node);
  expect(await kinds(room)).toEqual(['opened']);
  await call(node.app, deleteInterview, { token: room.owner.token, params: { id: room.interview.id } });

  expect(await kinds(room)).toEqual([]);
});

test('knows that a limit was reached, of a candidate, of all candidates or of everyone', async () => {
  const room = await startLiveRoom(node);
  const id = room.interview.id;
  const candidate = async () => (await joinAsCandidate(node, room.roomCode)).participant_id;
  const [ada, leader] = [await candidate(), randomUUID()];
  expect(await isFull(node.ctx.db, id)).toBe(false);
  await fill(room, ada, CANDIDATE_EVENTS_MAX - 1);
  expect(await isFull(node.ctx.db, id)).toBe(false);
  await fill(room, ada, CANDIDATE_EVENTS_MAX);
  expect(await isFull(node.ctx.db, id)).toBe(true);
  await fill(room, ada, 0);
  for (let nth = 0; nth < CANDIDATES_EVENTS_MAX / 1_500; nth++) await fill(room, await candidate(), 1_500);
  expect(await isFull(node.ctx.db, id)).toBe(true);
  await sql`delete from timeline_counts where interview_id = ${id}`.execute(node.ctx.db);
  await fill(room, leader, TIMELINE_EVENTS_MAX - 1);
  expect(await isFull(node.ctx.db, id)).toBe(false);
  await fill(room, leader, TIMELINE_EVENTS_MAX);
  expect(await isFull(node.ctx.db, id)).toBe(true);
});
