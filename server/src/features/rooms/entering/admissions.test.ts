import { admitFromOutside, listWaitingCandidates } from '@cip/contracts/interviews/admissions';
import { listAudit } from '@cip/contracts/accounts/audit';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import { AUTHENTICATE_WITHIN_MS } from '@cip/contracts/rooms/rooms';
import { changeInterview, deleteInterview, getInterviewByRoom } from '@cip/contracts/interviews/interviews';
import { scheduleInterview, startInterview } from '@cip/contracts/interviews/planning';
import { getPublicInterview, joinInterview } from '@cip/contracts/interviews/public-interviews';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it, test } from 'vitest';
import {
  addInterviewer,
  endInterview,
  joinAsCandidate,
  newRoomCode,
  quickStart,
  registerCompany,
} from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { holdTimers } from '../../../testing/clock.ts';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { holdTransaction } from '../../../testing/databases/hold-transaction.ts';
import { startLiveRoom, type LiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { PlainClient } from '../../../testing/sockets/plain-client.ts';
import { aRequest } from '../../../testing/sockets/runs.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases/test-database.ts';
import { until } from '../../../testing/until.ts';

// Two nodes over one Postgres and one Redis.
let database: TestDatabase;
let node: TestApp;
let other: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  database = await createTestDatabase();
  const options = { databaseUrl: database.url, listen: true, env: { REDIS_URL: inject('redisUrl') } };
  [node, other] = [await startTestApp(options), await startTestApp(options)];
});
afterAll(async () => {
  await Promise.all([node.close(), other.close()]);
  await database.drop();
});

/** Starts a room in which an interviewer has to admit candidates, with that interviewer in it. */
async function startAskingRoom(): Promise<LiveRoom & { host: PlainClient }> {
  const room = await startLiveRoom(node);
  const host = remember(await PlainClient.join(node.url, room.interviewer));
  expect(await host.emit('room:ask-before-admitting', { isOn: true })).toEqual({ ok: true });
  return { ...room, host };
}

/** Joins a candidate by the link and connects them to a node; they subscribe and wait. */
async function arrive({ roomCode }: LiveRoom, at: TestApp, name = 'Ada') {
  const joined = await joinAsCandidate(node, roomCode, name);
  const client = remember(new PlainClient(at.url, { roomCode, authToken: joined.token }));
  const wait = client.next('room:waiting');
  // The node marks the candidate as connected once more after it said that they wait.
  const answered = new Promise((resolve) => {
    client.socket.on('connect', () => client.socket.emit('subscribe', { channel: roomCode }, resolve));
  });
  const waiting = await wait;
  await answered;
  return { ...joined, client, id: joined.participant_id, waiting };
}

function kindsOf({ interview }: LiveRoom): Promise<string[]> {
  return node.ctx.db
    .selectFrom('timeline_events')
    .select('kind')
    .where('interview_id', '=', interview.id)
    .orderBy('id')
    .execute()
    .then((rows) => rows.map(({ kind }) => kind));
}

const framesOf = (client: PlainClient) => JSON.stringify(client.received);

it('lets a waiting full-text client in once the other node admits', { tags: ['long'] }, async () => {
  const room = await startAskingRoom();
  const listed = room.host.next('room:admissions', ({ waitingCount }) => waitingCount === 1);
  const ada = await arrive(room, other);

  expect(ada.is_waiting).toBe(true);
  expect(ada.waiting).toEqual({ since: expect.any(String), isHostHere: true, rule: null, completion: 'off' });
  expect(await listed).toMatchObject({ asksBeforeAdmitting: true, waiting: [{ id: ada.id, name: 'Ada' }] });
  await room.host.type('canary before');
  // Longer than the job that applies admissions.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(ada.client.received.map(({ event }) => event)).toEqual(['room:waiting']);

  const emptied = room.host.next('room:admissions', ({ waitingCount }) => waitingCount === 0);
  const succeeded = ada.client.next('subscription:succeeded');
  expect(await room.host.emit('room:admit', { participantId: ada.id })).toEqual({
    ok: true,
    admission: 'admitted',
    by: 'Acme',
    isNew: true,
  });
  await Promise.all([succeeded, emptied]);
  await until('the code', () => ada.client.code === 'canary before');
  expect(await ada.client.type('canary before, and after')).toMatchObject({ ok: true });
  await until('the edit at the host', () => room.host.code === 'canary before, and after');
  expect(await kindsOf(room)).toEqual(['opened', 'joined', 'waiting', 'admitted', 'joined']);
});

it('sends an admitted full-text client the text, even if untouched', async () => {
  const room = await startAskingRoom();
  const ada = await arrive(room, other);
  expect(ada.session.code_editor_data).toEqual([]);

  await room.host.emit('room:admit', { participantId: ada.id });

  await until('the seed text', () => ada.client.code === DEFAULT_CODE);
});

it('refuses every event of a waiting candidate with 403', async () => {
  const room = await startAskingRoom();
  const { client, id } = await arrive(room, node);
  const rows = () =>
    Promise.all(
      (['document_updates', 'runs', 'document_saves', 'offline_gaps'] as const).map((table) =>
        node.ctx.db.selectFrom(table).selectAll().where('interview_id', '=', room.interview.id).execute(),
      ),
    );
  const before = await rows();
  const received = room.host.received.length;
  const refused = { ok: false, error: { code: 'waiting', message: expect.any(String) } };

  const attempts: [event: string, payload: unknown][] = [
    ['document:open', { stateVector: 'AA==' }],
    ['document:update', { id: 'operation-0001', update: 'AAA=' }],
    ['document:awareness', { clientId: 1, update: 'AAA=' }],
    ['document:language', { language: 'python' }],
    ['document:offline', { id: 'operation-0001', from: 1, to: 2 }],
    ['document:formatted', {}],
    ['run:start', aRequest('select 1')],
    ['unsubscribe', { channel: room.roomCode }],
    ['participant:remove', { participantId: id }],
    ['room:admit', { participantId: id }],
    ['room:ask-before-admitting', { isOn: false }],
  ];
  for (const [event, payload] of attempts) expect(await client.emit(event, payload)).toMatchObject(refused);
  expect(await client.custom('codeChange', { room: room.roomCode, code: 'hostile' })).toMatchObject(refused);
  expect(await client.custom('getParticipants')).toMatchObject(refused);
  expect(await client.emit('subscribe', { channel: room.roomCode })).toMatchObject(refused);
  expect(await client.emit('heartbeat', {})).toMatchObject({ ok: true });

  expect(await rows()).toEqual(before);
  expect(room.host.received.slice(received)).toEqual([]);
  expect(client.count('subscription:succeeded')).toBe(0);
});

it('shows the bare link neither code nor candidate while admission is on', async () => {
  const room = await startAskingRoom();
  await room.host.type('canary of the room');
  const admitted = String(room.candidate.authToken);
  const ada = await arrive(room, node, 'Bob');
  const read = async (token?: string) =>
    (await call(node.app, getPublicInterview, { token, params: { roomCode: room.roomCode } })).reply.session;

  for (const token of [undefined, 'x', ada.token, room.owner.token])
    expect(await read(token)).toMatchObject({ candidate_name: null, code_editor_data: [] });
  expect(ada.session).toMatchObject({ candidate_name: null, code_editor_data: [] });
  expect(await read(admitted)).toMatchObject({
    candidate_name: 'Ada',
    code_editor_data: [{ code_content: 'canary of the room' }],
  });

  await room.host.emit('room:ask-before-admitting', { isOn: false });
  expect(await read()).toMatchObject({ candidate_name: 'Ada', code_editor_data: [{}] });
});

it('sends a candidate back, hides what is typed meanwhile, and loses nothing', async () => {
  const room = await startLiveRoom(node);
  const host = remember(await PlainClient.join(node.url, room.interviewer));
  const { token, participant_id: participantId } = await joinAsCandidate(node, room.roomCode, 'Bob');
  const bob = remember(await OwnClient.join(other.url, { roomCode: room.roomCode, authToken: token }));
  let flushed = 0;
  bob.wire.socket.on('document:flush', () => flushed++);
  bob.insert(0, 'before ');
  await until('the edit', () => host.code.includes('before '));

  const left = host.next('userLeft');
  const waits = bob.wire.next('room:waiting');
  expect(await host.emit('room:send-back', { participantId })).toMatchObject({ admission: 'waiting', isNew: true });
  await Promise.all([left, waits]);
  expect(flushed).toBe(1);
  await host.type(`canary ${host.code}`);
  bob.insert(0, 'unsent ');
  await until('the refusal', () => bob.unacknowledged.size > 0);
  expect(framesOf(bob.wire)).not.toContain('canary');
  expect(bob.text).not.toContain('canary');
  const read = await call(node.app, getPublicInterview, { token, params: { roomCode: room.roomCode } });
  expect(read.reply.session.code_editor_data).toEqual([]);

  const back = bob.wire.next('subscription:succeeded');
  await host.emit('room:admit', { participantId });
  await back;
  await bob.open();
  await until('both texts', () => host.code.includes('unsent ') && bob.text.includes('canary'));
  expect(bob.text).toContain('before ');
});

it('shows nothing to a candidate sent back while opening the document', async () => {
  const room = await startLiveRoom(node);
  const host = remember(await PlainClient.join(node.url, room.interviewer));
  const { token, participant_id: participantId } = await joinAsCandidate(node, room.roomCode, 'Bob');
  const bob = remember(await PlainClient.join(node.url, { roomCode: room.roomCode, authToken: token }));
  const open = await holdTransaction(node.ctx.db, (trx) => sql`lock table documents`.execute(trx));
  const opened = bob.emit('document:open', { stateVector: 'AA==' });
  const waits = bob.next('room:waiting');
  await host.emit('room:send-back', { participantId });
  await waits;
  await open();
  expect(await opened).toMatchObject({ ok: false, error: { code: 'unavailable' } });

  const before = bob.received.length;
  expect(await host.emit('run:start', aRequest(DEFAULT_CODE))).toMatchObject({ ok: true });
  await bob.emit('heartbeat', {});
  expect(bob.received.slice(before)).toEqual([]);
});

it('keeps the first of two opposite decisions, on two nodes', async () => {
  const room = await startAskingRoom();
  const ida = await addInterviewer(node, room.owner, 'Ida');
  const second = remember(await PlainClient.join(other.url, { roomCode: room.roomCode, authToken: ida.token }));
  const ada = await arrive(room, other);
  const payload = { participantId: ada.id };

  const decisions = await Promise.all([room.host.emit('room:admit', payload), second.emit('room:reject', payload)]);

  expect(decisions.filter(({ isNew }) => isNew === true)).toHaveLength(1);
  const [first, later] = decisions[0]['isNew'] ? decisions : decisions.toReversed();
  expect(later).toMatchObject({ admission: first?.['admission'], by: first?.['by'] });
  expect(['Acme', 'Ida']).toContain(first?.['by']);
});

it('rejects a candidate for good, who waits again after joining again', async () => {
  const room = await startAskingRoom();
  const [bob, ada] = [await arrive(room, other, 'Bob'), await arrive(room, other)];
  const gone = ada.client.next('participant:removed');
  expect(await room.host.emit('room:reject', { participantId: ada.id })).toMatchObject({ admission: 'rejected' });
  await gone;
  await until('the end of the socket', () => !ada.client.socket.connected);
  expect(await room.host.emit('room:admit', { participantId: ada.id })).toMatchObject({
    admission: 'rejected',
    isNew: false,
  });

  expect(bob.client.socket.connected && !bob.client.isSubscribed).toBe(true);
  const again = await arrive(room, node);
  await room.host.emit('room:admit', { participantId: again.id });
  await until('the room', () => again.client.isSubscribed);
  await room.host.emit('participant:remove', { participantId: again.id });
  await until('the removal', () => !again.client.socket.connected);
  expect((await arrive(room, node)).is_waiting).toBe(true);
});

it('admits all waiting candidates together when the switch goes off', async () => {
  const [room, elsewhere] = [await startAskingRoom(), await startAskingRoom()];
  const dan = await arrive(elsewhere, node, 'Dan');
  const waiting = [await arrive(room, node, 'Ada'), await arrive(room, other, 'Bob'), await arrive(room, node, 'Cem')];

  await room.host.emit('room:ask-before-admitting', { isOn: false });
  await until('all three', () => waiting.every(({ client }) => client.isSubscribed));
  await room.host.emit('room:ask-before-admitting', { isOn: true });

  for (const { client } of waiting) expect(await client.custom('getParticipants')).toMatchObject({ count: 4 });
  expect(dan.client.isSubscribed).toBe(false);
  expect((await joinAsCandidate(node, elsewhere.roomCode)).is_waiting).toBe(true);
});

it('refuses candidates in a locked room, and lets admitted ones reconnect', async () => {
  const [room, elsewhere] = [await startLiveRoom(node), await startLiveRoom(node)];
  const host = remember(await PlainClient.join(node.url, room.interviewer));
  const shown = host.next('room:admissions', ({ isLocked }) => isLocked === true);
  expect(await host.emit('room:lock', { isLocked: true })).toEqual({ ok: true });
  await shown;

  const body = { candidate_name: 'Late' };
  const late = await call(node.app, joinInterview, { params: { roomCode: room.roomCode }, body });
  expect(late.error).toEqual({ code: 'conflict', message: 'The room is locked. Ask your interviewer.' });
  expect((await joinAsCandidate(node, elsewhere.roomCode)).is_waiting).toBe(false);
  remember(await PlainClient.join(other.url, room.candidate));
  await host.emit('room:lock', { isLocked: false });
  expect((await joinAsCandidate(node, room.roomCode, 'Late')).is_waiting).toBe(false);
  expect(await kindsOf(room)).toEqual(['opened', 'joined', 'locked', 'joined', 'unlocked']);
});

it('refuses the twenty-first waiting candidate in words', async () => {
  const room = await startAskingRoom();
  for (let nth = 0; nth < 20; nth++) await joinAsCandidate(node, room.roomCode, `Guest ${nth}`);

  const body = { candidate_name: 'Late' };
  const late = await call(node.app, joinInterview, { params: { roomCode: room.roomCode }, body });

  expect(late.error).toMatchObject({ code: 'limit_reached', message: expect.stringContaining('waiting') });
  await until('the list', () => room.host.received.some(({ data }) => data['waitingCount'] === 20));
  expect((await joinAsCandidate(node, (await startAskingRoom()).roomCode)).is_waiting).toBe(true);
});

it('ends the wait when the interview ends, also on the other node', async () => {
  const room = await startAskingRoom();
  const waiting = [await arrive(room, node), await arrive(room, other)];
  const ended = waiting.map(({ client }) => client.next('sessionEnded'));

  await endInterview(node, room.owner, room.roomCode);

  expect(await Promise.all(ended)).toHaveLength(2);
  await until('the sockets to close', () => waiting.every(({ client }) => !client.socket.connected));
});

it('counts a candidate as gone after two minutes until they return', async () => {
  const room = await startAskingRoom();
  const ada = await arrive(room, node);
  ada.client.close();
  const gone = room.host.next('room:admissions', ({ waitingCount }) => waitingCount === 0);
  const longAgo = new Date(Date.now() - 121_000).toISOString();
  await node.ctx.db.updateTable('candidates').set({ seen_at: longAgo }).where('id', '=', ada.id).execute();
  await gone;

  const back = room.host.next('room:admissions', ({ waitingCount }) => waitingCount === 1);
  const again = remember(new PlainClient(other.url, { roomCode: room.roomCode, authToken: ada.token }));
  const wait = again.next('room:waiting');
  again.socket.on('connect', () => again.socket.emit('subscribe', { channel: room.roomCode }));
  await back;
  expect(Date.parse(String((await wait)['since']))).toBeGreaterThan(Date.parse(longAgo));
  expect((await kindsOf(room)).filter((kind) => kind === 'waiting')).toHaveLength(2);
});

it('keeps a waiting socket beyond the time in which others must authenticate', async () => {
  const pass = holdTimers(AUTHENTICATE_WITHIN_MS);
  const room = await startAskingRoom();
  const { client } = await arrive(room, node);

  pass();

  // Its answer comes after a disconnection that the server would have sent.
  expect(await client.custom('getParticipants')).toMatchObject({ ok: false });
  expect(client.socket.connected).toBe(true);
});

it('keeps the name of the first candidate whom it admits', async () => {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const { id, room_code: roomCode } = await quickStart(node, owner);
  const host = remember(await PlainClient.join(node.url, { roomCode, authToken: owner.token }));
  await host.emit('room:ask-before-admitting', { isOn: true });
  const nameOf = async () =>
    (await call(node.app, getInterviewByRoom, { token: owner.token, params: { room_code: roomCode } })).reply.session
      .candidate_name;

  await joinAsCandidate(node, roomCode, 'Stranger');
  const ada = await joinAsCandidate(node, roomCode, 'Ada');
  expect(await nameOf()).toBeNull();
  await host.emit('room:admit', { participantId: ada.participant_id });
  expect(await nameOf()).toBe('Ada');

  const states = await node.ctx.db
    .selectFrom('candidates')
    .select(['name', 'admission'])
    .where('interview_id', '=', id)
    .execute();
  expect(states).toContainEqual({ name: 'Stranger', admission: 'waiting' });
});

it('refuses the export to a waiting candidate until they are admitted', async () => {
  const room = await startAskingRoom();
  const [ada, bob] = [await arrive(room, node, 'Ada'), await arrive(room, node, 'Bob')];
  const url = `/api/public/session/${room.roomCode}/export`;
  const exportAs = (token: string) => node.app.inject({ url, headers: { authorization: `Bearer ${token}` } });

  const refused = await exportAs(ada.token);
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'waiting']);
  for (const { id } of [ada, bob]) await room.host.emit('room:admit', { participantId: id });
  const { statusCode, rawPayload } = await exportAs(ada.token);
  expect(statusCode).toBe(200);
  const events = strFromU8(unzipSync(new Uint8Array(rawPayload))['timeline_events.json'] ?? new Uint8Array());
  expect(events).toContain(ada.id);
  expect(events).not.toContain(bob.id);
});

test('plans an interview with admission, and no interviewer inside at first', async () => {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const roomCode = newRoomCode();
  const body = {
    room_code: roomCode,
    candidate_name: 'Ada',
    scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
    asks_before_admitting: true,
  };
  const { token } = owner;
  const { session: interview } = (await call(node.app, scheduleInterview, { token, body })).reply;
  await call(node.app, startInterview, { token, params: { id: interview.id } });

  const joined = await joinAsCandidate(node, roomCode, 'Ada');
  const client = remember(new PlainClient(node.url, { roomCode, authToken: joined.token }));
  client.socket.on('connect', () => client.socket.emit('subscribe', { channel: roomCode }));
  expect(await client.next('room:waiting')).toMatchObject({ isHostHere: false });
  const hosted = client.next('room:waiting', ({ isHostHere }) => isHostHere === true);
  const host = remember(await PlainClient.join(other.url, { roomCode, authToken: token }));
  await hosted;
  await until('the list', () => host.received.some(({ event }) => event === 'room:admissions'));
});

it('records decisions and lock in the audit log without names', async () => {
  const room = await startAskingRoom();
  const { id: participantId } = await arrive(room, node, 'Canary');
  const acts = [
    ['room:admit', { participantId }],
    ['room:send-back', { participantId }],
    ['room:reject', { participantId }],
    ['room:lock', { isLocked: true }],
    ['room:lock', { isLocked: false }],
    ['room:lock', { isLocked: false }],
  ] as const;
  for (const [event, payload] of acts) expect(await room.host.emit(event, payload)).toMatchObject({ ok: true });

  const { reply } = await call(node.app, listAudit, { token: room.owner.token, query: { group: 'interview' } });

  expect(reply.data.map(({ action }) => action).toReversed()).toEqual([
    'interview.started',
    'interview.candidate_admitted',
    'interview.candidate_sent_back',
    'interview.candidate_rejected',
    'interview.locked',
    'interview.unlocked',
  ]);
  expect(reply.data[0]).toMatchObject({ actor_name: 'Acme', details: { room_code: room.roomCode } });
  expect(JSON.stringify(reply)).not.toContain('Canary');
});

it('changes admission over REST, and admits all who wait when off', async () => {
  const room = await startLiveRoom(node);
  const { token } = room.owner;
  const params = { id: room.interview.id };
  const ask = async (asks_before_admitting: boolean) =>
    (await call(node.app, changeInterview, { token, params, body: { asks_before_admitting } })).reply.session;
  expect(room.interview.asks_before_admitting).toBe(false);

  expect(await ask(true)).toMatchObject({ asks_before_admitting: true });
  const ada = await arrive(room, other);
  expect(await ask(false)).toMatchObject({ asks_before_admitting: false });

  await until('the room', () => ada.client.isSubscribed);
  const read = await call(node.app, getInterviewByRoom, { token, params: { room_code: room.roomCode } });
  expect(read.reply.session.asks_before_admitting).toBe(false);
});

it('lists a candidate with two tabs once, and admits both tabs', async () => {
  const room = await startAskingRoom();
  const ada = await arrive(room, node);
  const second = remember(new PlainClient(other.url, { roomCode: room.roomCode, authToken: ada.token }));
  const waits = second.next('room:waiting');
  second.socket.on('connect', () => second.socket.emit('subscribe', { channel: room.roomCode }));
  await waits;

  await room.host.emit('room:admit', { participantId: ada.id });

  await until('both tabs', () => ada.client.isSubscribed && second.isSubscribed);
  const counts = room.host.received.filter(({ event }) => event === 'room:admissions').map(({ data }) => data);
  expect(Math.max(...counts.map(({ waitingCount }) => Number(waitingCount)))).toBe(1);
  expect(await room.host.custom('getParticipants')).toMatchObject({ count: 2 });
});

it('closes waiting sockets of a deleted interview on both nodes', { tags: ['long'] }, async () => {
  const room = await startAskingRoom();
  const waiting = [await arrive(room, node), await arrive(room, other)];
  const { id } = room.interview;

  await call(node.app, deleteInterview, { token: room.owner.token, params: { id } });

  await until('the sockets to close', () => waiting.every(({ client }) => !client.socket.connected));
  const rows = await node.ctx.db.selectFrom('candidates').select('id').where('interview_id', '=', id).execute();
  expect(rows).toEqual([]);
});

it('lets twenty of 200 concurrent joins wait, while those inside go on', { tags: ['long'] }, async () => {
  const room = await startAskingRoom();
  const inside = remember(await PlainClient.join(other.url, room.candidate));
  const join = (nth: number) =>
    call(node.app, joinInterview, { params: { roomCode: room.roomCode }, body: { candidate_name: `Guest ${nth}` } });

  const joins = Promise.all(Array.from({ length: 200 }, (_, nth) => join(nth)));
  expect(await room.host.type('typed meanwhile')).toMatchObject({ ok: true });
  await until('the edit', () => inside.code === 'typed meanwhile');

  expect((await joins).filter(({ status }) => status < 300)).toHaveLength(20);
  const last = () => room.host.received.findLast(({ event }) => event === 'room:admissions')?.data;
  await until('the list', () => last()?.['waitingCount'] === 20);
  expect(last()?.['waiting']).toHaveLength(20);
});

it('lists waiting candidates to their company, and admits them from there', async () => {
  const room = await startAskingRoom();
  const stranger = await registerCompany(node, { plan: 'enterprise' });
  const ada = await arrive(room, other);
  const { token } = room.owner;
  const params = { id: room.interview.id };
  const body = { participant_id: ada.id };
  const list = async (as: string) => (await call(other.app, listWaitingCandidates, { token: as })).reply.data;

  expect(await list(token)).toEqual([
    {
      interview_id: room.interview.id,
      room_code: room.roomCode,
      waiting: [{ id: ada.id, name: 'Ada', since: expect.any(String) }],
      waiting_count: 1,
    },
  ]);
  expect(await list(stranger.token)).toEqual([]);
  for (const as of [undefined, ada.token])
    expect((await call(node.app, listWaitingCandidates, { token: as })).status).toBe(401);
  expect((await call(node.app, admitFromOutside, { params, body })).status).toBe(401);
  expect((await call(node.app, admitFromOutside, { token: stranger.token, params, body })).status).toBe(404);
  expect((await call(node.app, admitFromOutside, { token, params, body: { participant_id: 'x' } })).status).toBe(422);
  expect(ada.client.isSubscribed).toBe(false);

  const admitted = await call(other.app, admitFromOutside, { token, params, body });
  expect(admitted.reply).toEqual({ admission: 'admitted', by: 'Acme', isNew: true });
  await until('the room', () => ada.client.isSubscribed);
  expect((await call(node.app, admitFromOutside, { token, params, body })).reply).toMatchObject({ isNew: false });
  expect(await list(token)).toEqual([]);
  await endInterview(node, room.owner, room.roomCode);
  expect((await call(node.app, admitFromOutside, { token, params, body })).error.code).toBe('ended');
});
