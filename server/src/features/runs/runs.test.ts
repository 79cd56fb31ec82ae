import { randomUUID } from 'node:crypto';
import { getCode } from '@cip/contracts/rooms/documents';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import {
  CANDIDATE_RUNS_MAX,
  CANDIDATES_RUNS_MAX,
  OUTPUT_HEAD_MAX,
  RUN_LOST_AFTER_MS,
  STDIN_MAX,
} from '@cip/contracts/runs/run-limits';
import type { RunPiece } from '@cip/contracts/runs/runs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { endInterview } from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { addRuns } from '../../testing/databases/fill-totals.ts';
import { holdTransaction, untilBlocked } from '../../testing/databases/hold-transaction.ts';
import { candidateOf, endElsewhere, startLiveRoom, type LiveRoom } from '../../testing/sockets/live-room.ts';
import { OwnClient } from '../../testing/sockets/own-client.ts';
import { PlainClient } from '../../testing/sockets/plain-client.ts';
import { anEnd, aRequest, hashOf } from '../../testing/sockets/runs.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { lockRuns } from './runs.repository.ts';

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

const own = async (auth: LiveRoom['candidate']) => remember(await OwnClient.join(node.url, auth));
const piece = (seq: number, text: string, changes: Partial<RunPiece> = {}) => ({
  seq,
  at: seq * 10,
  stream: 'out',
  text,
  ...changes,
});

/** Returns the first event of a name that fits, even if it came before. */
const heard = (
  client: OwnClient,
  event: string,
  fits: (data: Record<string, unknown>) => boolean = () => true,
  patienceMs?: number,
) => {
  const find = () => client.wire.received.find((entry) => entry.event === event && fits(entry.data))?.data;
  return until(`the event ${event}`, find, patienceMs);
};

async function twoInRoom() {
  const room = await startLiveRoom(node);
  return { room, leader: await own(room.interviewer), ada: await own(room.candidate) };
}

async function runningRun() {
  const people = await twoInRoom();
  const request = aRequest(DEFAULT_CODE);
  expect(await people.ada.wire.emit('run:start', request)).toMatchObject({ ok: true, isNew: true });
  return { ...people, id: request.id };
}

describe('a run', () => {
  test('shows a run’s request, output and end to the room, also to people who join later', async () => {
    const { room, leader, ada } = await twoInRoom();
    const request = aRequest(DEFAULT_CODE, { stdin: '1 2' });

    const reply = await ada.wire.emit('run:start', request);
    expect(reply).toMatchObject({ ok: true, isNew: true, text: null });
    const { id } = request;
    const started = await heard(leader, 'run:started');
    expect(started).toMatchObject({
      id,
      language: 'python',
      by: { name: 'Ada' },
      runner: { name: 'Ada', device: 'laptop' },
      hash: hashOf(DEFAULT_CODE),
      isOffline: false,
      end: null,
    });
    for (const each of [piece(0, 'a\n'), piece(1, 'oops', { stream: 'err' })])
      expect(await ada.wire.emit('run:output', { id, piece: each })).toEqual({ ok: true });
    expect(await heard(leader, 'run:output', (output) => Reflect.get(Object(output['piece']), 'seq') === 1)).toEqual({
      id,
      piece: piece(1, 'oops', { stream: 'err' }),
    });
    const packages = [{ name: 'lodash', version: '4.18.1' }];
    const error = { name: 'E', message: 'm', line: 3, column: null };
    const end = anEnd({ reason: 'failed', exitCode: 1, error, packages });
    expect(await ada.wire.emit('run:end', { id, end })).toEqual({ ok: true });
    expect(await heard(leader, 'run:ended')).toEqual({ id, end });

    const bob = await own(await candidateOf(node, room.roomCode, 'Bob'));
    expect(await bob.wire.emit('run:read', {})).toMatchObject({
      ok: true,
      isAllowed: true,
      run: { id, end },
      pieces: [piece(0, 'a\n'), piece(1, 'oops', { stream: 'err' })],
    });
  });

  test('runs the text of the server if the sender has another one', async () => {
    const { ada } = await twoInRoom();
    ada.insert(0, 'print(1)\n');

    const reply = await ada.wire.emit('run:start', aRequest('something else'));

    expect(reply).toMatchObject({ isNew: true, text: ada.text, run: { hash: hashOf(ada.text) } });
    expect(ada.text).toContain('print(1)');
  });

  test('answers a repeated request like the first, beyond all limits', async () => {
    const { room, leader, ada } = await twoInRoom();
    await addRuns(node.ctx.db, 29, { interviewId: room.interview.id, participantId: await candidateIn(room, 'Ada') });
    const request = aRequest('something else');
    const first = await ada.wire.emit('run:start', request);
    expect(first).toMatchObject({ ok: true, isNew: true, text: ada.text });
    await leader.wire.emit('run:allow', { isAllowed: false });
    ada.insert(0, 'typed since\n');

    expect(await ada.wire.emit('run:start', request)).toEqual(first);

    expect(await leader.wire.emit('run:start', request)).toMatchObject({ ok: true, isNew: false, text: null });
    await ada.wire.emit('run:end', { id: request.id, end: anEnd() });
    expect(await ada.wire.emit('run:start', request)).toMatchObject({
      isNew: false,
      text: null,
      run: { end: anEnd() },
    });
    expect(leader.wire.count('run:started')).toBe(1);
  });

  test('returns the active run for a second request', async () => {
    const { leader, id } = await runningRun();

    expect(await leader.wire.emit('run:start', aRequest(DEFAULT_CODE))).toMatchObject({ isNew: false, run: { id } });
    expect(await leader.wire.emit('run:end', { id, end: anEnd() })).toMatchObject({ error: { code: 'conflict' } });
  });

  test('starts one run if many press at the same time', async () => {
    const { ada, leader } = await twoInRoom();
    const requests = Array.from({ length: 6 }, () => aRequest(DEFAULT_CODE));

    const replies = await Promise.all(
      requests.map((request, index) => (index % 2 ? ada : leader).wire.emit('run:start', request)),
    );

    expect(replies.filter((reply) => reply['isNew'] === true)).toHaveLength(1);
    const ids = new Set(replies.map((reply) => Reflect.get(Object(reply['run']), 'id')));
    expect(ids.size).toBe(1);
  });

  test('stores repeated pieces and ends once, and requests missing pieces', async () => {
    const { ada, id } = await runningRun();
    for (const seq of [0, 0, 1, 0]) await ada.wire.emit('run:output', { id, piece: piece(seq, `${seq}\n`) });

    expect(await ada.wire.emit('run:output', { id, piece: piece(5, 'x') })).toMatchObject({
      error: { code: 'resync' },
    });
    for (let time = 0; time < 2; time++)
      expect(await ada.wire.emit('run:end', { id, end: anEnd() })).toEqual({ ok: true });
    expect(await ada.wire.emit('run:output', { id, piece: piece(2, 'late') })).toMatchObject({
      error: { code: 'conflict', message: 'This run has ended.' },
    });
    expect(await ada.wire.emit('run:read', {})).toMatchObject({ pieces: [piece(0, '0\n'), piece(1, '1\n')] });
  });

  test('stores pieces that a device sends without waiting, in their order', async () => {
    const { ada, id } = await runningRun();
    const seqs = Array.from({ length: 24 }, (_, seq) => seq);

    const sent = seqs.map((seq) => ada.wire.emit('run:output', { id, piece: piece(seq, `${seq}\n`) }));
    const end = ada.wire.emit('run:end', { id, end: anEnd() });

    expect(await Promise.all([...sent, end])).toEqual([...seqs, 'end'].map(() => ({ ok: true })));
    expect(await ada.wire.emit('run:read', {})).toMatchObject({ pieces: seqs.map((seq) => piece(seq, `${seq}\n`)) });
  });

  test('accepts no more output than it stores', async () => {
    const { ada, id } = await runningRun();
    expect(await ada.wire.emit('run:output', { id, piece: piece(0, 'x'.repeat(OUTPUT_HEAD_MAX)) })).toEqual({
      ok: true,
    });

    const refused = await ada.wire.emit('run:output', { id, piece: piece(1, 'y') });

    expect(refused).toMatchObject({ error: { code: 'too_large' } });
    expect(await ada.wire.emit('run:read', {})).toMatchObject({ pieces: [{ seq: 0 }] });
  });

  test.each([
    ['output', 'run:output', (id: string) => ({ id, piece: piece(0, 'forged') })],
    ['its end', 'run:end', (id: string) => ({ id, end: anEnd() })],
    ['a sign of life', 'run:alive', (id: string) => ({ id })],
  ])('refuses %s from a participant whose device does not run it', async (_what, event, payload) => {
    const { leader, ada, id } = await runningRun();

    expect(await leader.wire.emit(event, payload(id))).toMatchObject({ ok: false, error: { code: 'conflict' } });
    expect(await leader.wire.emit(event, payload(randomUUID()))).toMatchObject({ error: { code: 'not_found' } });
    expect(await ada.wire.emit('run:read', {})).toMatchObject({ run: { id, end: null }, pieces: [] });
  });

  test('refuses ends that only the server finds', async () => {
    const { ada, id } = await runningRun();
    for (const reason of ['lost', 'no_device', 'interview_ended'] as const)
      expect(await ada.wire.emit('run:end', { id, end: anEnd({ reason }) })).toMatchObject({
        error: { code: 'invalid' },
      });
  });

  test('hides a run of another interview', async () => {
    const { id } = await runningRun();
    const other = await twoInRoom();

    for (const [event, payload] of [
      ['run:output', { id, piece: piece(0, 'x') }],
      ['run:claim', { id, device: 'laptop' }],
      ['run:end', { id, end: anEnd() }],
    ] as const)
      expect(await other.ada.wire.emit(event, payload)).toMatchObject({ ok: false });
    expect(await other.leader.wire.emit('run:start', aRequest(DEFAULT_CODE, { of: id }))).toMatchObject({
      error: { code: 'not_found' },
    });
    expect(await other.leader.wire.emit('run:read', {})).toMatchObject({ run: null });
  });
});

describe('another device', () => {
  test('claims an offered run once and sends its text and input', async () => {
    const { room, leader, ada } = await twoInRoom();
    const bob = await own(await candidateOf(node, room.roomCode, 'Bob'));
    const request = aRequest(DEFAULT_CODE, { place: 'elsewhere', device: 'phone', stdin: 'in' });
    await ada.wire.emit('run:start', request);
    expect(await heard(leader, 'run:offered')).toEqual({ id: request.id, language: 'python' });

    const claims = await Promise.all(
      [leader, bob].map((each) => each.wire.emit('run:claim', { id: request.id, device: 'laptop' })),
    );

    expect(claims.filter(({ ok }) => ok)).toMatchObject([{ text: DEFAULT_CODE, stdin: 'in' }]);
    expect(claims.filter(({ ok }) => !ok)).toMatchObject([{ error: { code: 'conflict' } }]);
    expect(await heard(ada, 'run:claimed')).toMatchObject({ id: request.id, runner: { device: 'laptop' } });
  });

  test('shows the room how far a device has loaded the language', async () => {
    const { leader, ada, id } = await runningRun();

    expect(await ada.wire.emit('run:alive', { id, loaded: 40 })).toEqual({ ok: true, isStopping: false });
    expect(await heard(leader, 'run:loading')).toEqual({ id, loaded: 40 });
    expect(await leader.wire.emit('run:alive', { id, loaded: 50 })).toMatchObject({ error: { code: 'conflict' } });
    expect(await ada.wire.emit('run:alive', { id, loaded: 101 })).toMatchObject({ error: { code: 'invalid' } });
    await ada.wire.emit('run:end', { id, end: anEnd() });
    expect(await ada.wire.emit('run:alive', { id, loaded: 60 })).toMatchObject({ error: { code: 'conflict' } });
    expect(leader.wire.count('run:loading')).toBe(1);
  });

  test('ends a run in words if no device claims it', async () => {
    const { ada } = await twoInRoom();
    const request = aRequest(DEFAULT_CODE, { place: 'elsewhere', device: 'phone' });
    await ada.wire.emit('run:start', request);

    expect(await heard(ada, 'run:ended', undefined, 8_000)).toMatchObject({
      id: request.id,
      end: { reason: 'no_device' },
    });
  });
});

describe('the end of a run', () => {
  test('ends a run by its device after a participant, who is named, stopped it', async () => {
    const { leader, ada, id } = await runningRun();

    expect(await leader.wire.emit('run:stop', { id })).toEqual({ ok: true });
    const by = { id: expect.any(String) as string, name: 'Acme' };
    expect(await heard(ada, 'run:stopping')).toEqual({ id, by });
    expect(await ada.wire.emit('run:alive', { id })).toEqual({ ok: true, isStopping: true });
    await ada.wire.emit('run:end', { id, end: anEnd({ reason: 'stopped' }) });

    expect(await heard(leader, 'run:ended')).toMatchObject({ end: { reason: 'stopped' } });
  });

  test('ends a run by the server if the device does not stop', async () => {
    const { leader, ada, id } = await runningRun();
    const alive = setInterval(() => void ada.wire.emit('run:alive', { id }), 500);
    try {
      await leader.wire.emit('run:stop', { id });
      expect(await heard(leader, 'run:ended', undefined, 8_000)).toMatchObject({ id, end: { reason: 'stopped' } });
    } finally {
      clearInterval(alive);
    }
    expect(await ada.wire.emit('run:alive', { id })).toMatchObject({ error: { message: 'This run has ended.' } });
  });

  test('ends a run as "lost" if the device is gone, and lets the next one start', async () => {
    const { leader, ada, id } = await runningRun();
    await ada.wire.emit('run:output', { id, piece: piece(0, 'so far') });
    ada.close();

    expect(await heard(leader, 'run:ended', undefined, 9_000)).toMatchObject({ id, end: { reason: 'lost' } });
    expect(await leader.wire.emit('run:read', {})).toMatchObject({ pieces: [piece(0, 'so far')] });
    expect(await leader.wire.emit('run:start', aRequest(DEFAULT_CODE))).toMatchObject({ isNew: true });
  });

  test('refuses the end of a device if the server ended the run as "lost"', async () => {
    const { leader, ada, id } = await runningRun();
    const before = sql<string>`clock_timestamp() - ${RUN_LOST_AFTER_MS + 1_000} * interval '1 ms'`;
    await node.ctx.db.updateTable('runs').set({ changed_at: before }).where('id', '=', id).execute();
    expect(await heard(leader, 'run:ended', undefined, 9_000)).toMatchObject({ id, end: { reason: 'lost' } });
    const refused = { ok: false, error: { code: 'conflict', message: 'This run has ended.' } };
    expect(await ada.wire.emit('run:end', { id, end: anEnd() })).toMatchObject(refused);
    expect(await leader.wire.emit('run:read', {})).toMatchObject({ run: { end: { reason: 'lost' } } });
  });

  test('ends a run with the interview, and keeps the output so far', async () => {
    const { room, ada, id } = await runningRun();
    await ada.wire.emit('run:output', { id, piece: piece(0, 'so far') });
    await endInterview(node, room.owner, room.interview.room_code);

    const { db } = node.ctx;
    const row = await db.selectFrom('runs').select('result').where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.result).toMatchObject({ reason: 'interview_ended' });
    const pieces = await db.selectFrom('run_pieces').select('text').where('run_id', '=', id).execute();
    expect(pieces).toEqual([{ text: 'so far' }]);
  });
});

test('lists past runs with the code, the latest first, without their output', async () => {
  const { room, ada, id } = await runningRun();
  const error = { name: 'ValueError', message: 'no such table', line: 3, column: 1 };
  await ada.wire.emit('run:end', { id, end: anEnd({ reason: 'failed', exitCode: 1, tail: 'secret output', error }) });
  const latest = aRequest(DEFAULT_CODE);
  await ada.wire.emit('run:start', latest);
  await ada.wire.emit('run:end', { id: latest.id, end: anEnd({ ms: 60 }) });

  const request = { token: room.owner.token, params: { id: room.interview.id }, query: { with_runs: 'true' as const } };
  const { reply } = await call(node.app, getCode, request);

  const requested_at = expect.any(String) as string;
  const end = { reason: 'finished', exitCode: 0, ms: 60, error: null };
  const failed = { reason: 'failed', exitCode: 1, ms: 5, error: { name: 'ValueError', line: 3 } };
  expect(reply.runs).toEqual([
    { requested_at, language: 'python', end },
    { requested_at, language: 'python', end: failed },
  ]);
});

describe('the interviewer', () => {
  test('switches running off and on for the room', async () => {
    const { leader, ada } = await twoInRoom();
    expect(await ada.wire.emit('run:allow', { isAllowed: false })).toMatchObject({ error: { code: 'forbidden' } });

    await leader.wire.emit('run:allow', { isAllowed: false });
    expect(await heard(ada, 'run:allowed')).toEqual({ isAllowed: false });
    expect(await ada.wire.emit('run:start', aRequest(DEFAULT_CODE))).toMatchObject({
      error: { code: 'forbidden', message: 'The interviewer has switched off running code.' },
    });
    await leader.wire.emit('run:allow', { isAllowed: true });
    expect(await ada.wire.emit('run:start', aRequest(DEFAULT_CODE))).toMatchObject({ isNew: true });
  });

  test('begins no run that waits while running is switched off', async () => {
    const { room, leader, ada } = await twoInRoom();
    const { db } = node.ctx;
    const commit = await holdTransaction(db, (trx) => lockRuns(trx, room.interview.id));
    const forbidding = leader.wire.emit('run:allow', { isAllowed: false });
    await untilBlocked(db);
    const starting = ada.wire.emit('run:start', aRequest(DEFAULT_CODE));
    await untilBlocked(db, 2);
    await commit();
    expect(await forbidding).toEqual({ ok: true });
    expect(await starting).toMatchObject({ ok: false, error: { code: 'forbidden' } });
    expect(await ada.wire.emit('run:read', {})).toMatchObject({ run: null });
  });

  test('repeats the text and input of an earlier run', async () => {
    const { leader, ada, id } = await runningRun();
    await ada.wire.emit('run:end', { id, end: anEnd() });
    ada.insert(0, 'changed since\n');
    const repeat = aRequest(DEFAULT_CODE, { of: id, stdin: 'other' });

    expect(await ada.wire.emit('run:start', { ...repeat, id: randomUUID() })).toMatchObject({
      error: { code: 'forbidden' },
    });
    const first = await leader.wire.emit('run:start', repeat);
    expect(first).toMatchObject({
      isNew: true,
      run: { of: id, hash: hashOf(DEFAULT_CODE) },
      text: DEFAULT_CODE,
      stdin: '',
    });
    // If the reply is lost, the request comes again.
    expect(await leader.wire.emit('run:start', repeat)).toEqual(first);
  });

  test('attaches a data set for everyone', async () => {
    const { leader, ada } = await twoInRoom();
    const dataSet = { name: 'Shop', sql: 'create table t (a int);' };
    expect(await ada.wire.emit('run:data-set', { dataSet })).toMatchObject({ error: { code: 'forbidden' } });

    await leader.wire.emit('run:data-set', { dataSet });
    expect(await heard(ada, 'run:data-set')).toEqual({ dataSet });
    expect(await ada.wire.emit('run:read', {})).toMatchObject({ dataSet });
    await leader.wire.emit('run:data-set', { dataSet: null });
    expect(await ada.wire.emit('run:read', {})).toMatchObject({ dataSet: null });
  });
});

test('shares the input with everyone in the room', async () => {
  const { room, leader, ada } = await twoInRoom();
  expect(await ada.wire.emit('run:read', {})).toMatchObject({ stdin: '' });

  expect(await ada.wire.emit('run:input', { stdin: '1 2' })).toEqual({ ok: true });
  expect(await heard(leader, 'run:input')).toEqual({ stdin: '1 2' });
  expect(await leader.wire.emit('run:input', { stdin: '3' })).toEqual({ ok: true });
  expect(await ada.wire.emit('run:read', {})).toMatchObject({ stdin: '3', isAllowed: true, dataSet: null });
  expect(await ada.wire.emit('run:input', { stdin: 'x'.repeat(STDIN_MAX + 1) })).toMatchObject({
    error: { code: 'invalid' },
  });
  await endElsewhere(node, room.interview);
  expect(await ada.wire.emit('run:input', { stdin: '4' })).toMatchObject({ error: { code: 'ended' } });
});

describe('a run without a connection', () => {
  const offline = (changes: Record<string, unknown> = {}) => ({
    id: randomUUID(),
    language: 'python',
    text: 'print(1)',
    stdin: '',
    device: 'laptop',
    agoMs: 60_000,
    pieces: [piece(0, '1\n')],
    end: anEnd(),
    ...changes,
  });

  test('enters an offline run once', async () => {
    const { leader, ada } = await twoInRoom();
    const run = offline();
    for (let time = 0; time < 2; time++) expect(await ada.wire.emit('run:enter', run)).toEqual({ ok: true });

    expect(await heard(leader, 'run:started')).toMatchObject({ id: run.id, isOffline: true });
    expect(leader.wire.count('run:started')).toBe(1);
    expect(await leader.wire.emit('run:read', {})).toMatchObject({
      run: { id: run.id, isOffline: true, end: anEnd(), hash: hashOf('print(1)') },
      pieces: run.pieces,
    });
  });

  test('enters an offline run once while its first request waits, as the last of a minute', async () => {
    const { room, ada } = await twoInRoom();
    const { db } = node.ctx;
    const { id: interviewId } = room.interview;
    await addRuns(db, 29, { interviewId, participantId: await candidateIn(room, 'Ada'), isOffline: true });
    const commit = await holdTransaction(db, (trx) => lockRuns(trx, interviewId));
    const run = offline();
    const replies = [ada.wire.emit('run:enter', run), ada.wire.emit('run:enter', run)];
    await untilBlocked(db, 2);
    await commit();
    expect(await Promise.all(replies)).toEqual([{ ok: true }, { ok: true }]);
  });

  test.each([
    ['pieces that do not count from 0', { pieces: [piece(1, 'x')] }],
    ['more output than is stored', { pieces: [piece(0, 'x'.repeat(OUTPUT_HEAD_MAX)), piece(1, 'x')] }],
    ['an end that only the server finds', { end: anEnd({ reason: 'lost' }) }],
    ['the engine as its device', { device: 'engine' }],
  ])('refuses an offline run with %s', async (_what, wrong) => {
    const { ada } = await twoInRoom();
    expect(await ada.wire.emit('run:enter', offline(wrong))).toMatchObject({ ok: false });
    expect(await ada.wire.emit('run:read', {})).toMatchObject({ run: null });
  });
});

const candidateIn = async ({ interview }: LiveRoom, name: string) => {
  const rows = node.ctx.db.selectFrom('candidates').select('id').where('interview_id', '=', interview.id);
  return (await rows.where('name', '=', name).executeTakeFirstOrThrow()).id;
};
const HOUR_MS = 3_600_000;
const tooFast = { error: { code: 'too_many_requests', message: 'Too many runs. Wait a minute.' } };

test('refuses the 31st run of a minute in words, to candidates and interviewers each', async () => {
  const { room, leader, ada } = await twoInRoom();
  await addRuns(node.ctx.db, 30, { interviewId: room.interview.id, participantId: await candidateIn(room, 'Ada') });

  expect(await ada.wire.emit('run:start', aRequest(DEFAULT_CODE))).toMatchObject(tooFast);
  const run = aRequest(DEFAULT_CODE);
  expect(await leader.wire.emit('run:start', run)).toMatchObject({ ok: true, isNew: true });
  await leader.wire.emit('run:end', { id: run.id, end: anEnd() });
  await addRuns(node.ctx.db, 29, { interviewId: room.interview.id, participantId: randomUUID() });
  expect(await leader.wire.emit('run:start', aRequest(DEFAULT_CODE))).toMatchObject(tooFast);
});

test('counts runs without a connection by their arrival, whatever their device says', async () => {
  const { room, ada } = await twoInRoom();
  await addRuns(node.ctx.db, 30, {
    interviewId: room.interview.id,
    participantId: await candidateIn(room, 'Ada'),
    isOffline: true,
  });
  const run = { text: '', stdin: '', language: 'python', device: 'laptop', pieces: [], end: anEnd() };

  expect(await ada.wire.emit('run:enter', { ...run, id: randomUUID(), agoMs: HOUR_MS })).toMatchObject(tooFast);
  // They do not keep anyone from running code now.
  expect(await ada.wire.emit('run:start', aRequest(DEFAULT_CODE))).toMatchObject({ ok: true, isNew: true });
});

test('leaves interviewers runs if candidates have none left', async () => {
  const { room, leader, ada } = await twoInRoom();
  const bob = await own(await candidateOf(node, room.roomCode, 'Bob'));
  await addRuns(node.ctx.db, CANDIDATE_RUNS_MAX, {
    interviewId: room.interview.id,
    participantId: await candidateIn(room, 'Ada'),
    arrivedMs: HOUR_MS,
  });
  const start = (client: OwnClient) => client.wire.emit('run:start', aRequest(DEFAULT_CODE));
  const noneLeft = { error: { code: 'limit_reached' } };

  expect(await start(ada)).toMatchObject(noneLeft);
  const { run } = (await start(bob)) as { run: { id: string } };
  await bob.wire.emit('run:end', { id: run.id, end: anEnd() });
  await addRuns(node.ctx.db, CANDIDATES_RUNS_MAX - CANDIDATE_RUNS_MAX, {
    interviewId: room.interview.id,
    participantId: await candidateIn(room, 'Bob'),
    arrivedMs: HOUR_MS,
  });
  expect(await start(bob)).toMatchObject(noneLeft);
  expect(await start(leader)).toMatchObject({ ok: true, isNew: true });
});

test('counts runs that start together one after another', async () => {
  const { room, ada } = await twoInRoom();
  const participantId = await candidateIn(room, 'Ada');
  await addRuns(node.ctx.db, CANDIDATE_RUNS_MAX - 2, {
    interviewId: room.interview.id,
    participantId,
    arrivedMs: HOUR_MS,
  });
  const run = { text: '', stdin: '', language: 'python', device: 'laptop', agoMs: 0, pieces: [], end: anEnd() };

  const replies = await Promise.all(
    Array.from({ length: 8 }, () => ada.wire.emit('run:enter', { ...run, id: randomUUID() })),
  );

  expect(replies.filter(({ ok }) => ok === true)).toHaveLength(2);
});

test('refuses a run if the document cannot be opened, without an unhandled rejection', async () => {
  const { leader, ada } = await twoInRoom();
  await leader.wire.emit('run:allow', { isAllowed: false });
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  const find = vi.spyOn(node.ctx.documents, 'find').mockReturnValue(undefined);
  const open = vi.spyOn(node.ctx.documents, 'open').mockRejectedValue(new Error('too costly'));

  const reply = await ada.wire.emit('run:start', aRequest(DEFAULT_CODE));

  expect(open).toHaveBeenCalled();
  for (const spy of [find, open]) spy.mockRestore();
  process.off('unhandledRejection', note);
  expect(reply).toMatchObject({ error: { code: 'forbidden' } });
  expect(unhandled).toEqual([]);
});

test('sends nothing about runs to a client of the documented events', async () => {
  const room = await startLiveRoom(node);
  const plain = remember(await PlainClient.join(node.url, room.interviewer));
  const seen: string[] = [];
  plain.socket.onAny((event: string) => seen.push(event));
  const ada = await own(room.candidate);
  const { id } = aRequest('');
  await ada.wire.emit('run:start', aRequest(DEFAULT_CODE, { id }));
  await ada.wire.emit('run:output', { id, piece: piece(0, 'x') });
  await ada.wire.emit('run:end', { id, end: anEnd() });
  ada.insert(0, 'x');
  await until('the edit', () => seen.includes('codeChange') || undefined);

  expect(seen.filter((event) => event.startsWith('run:'))).toEqual([]);
});

test('records a run in the timeline', async () => {
  const { room, id } = await runningRun();
  const rows = await node.ctx.db
    .selectFrom('timeline_events')
    .select(['kind', 'data'])
    .where('interview_id', '=', room.interview.id)
    .where('kind', '=', 'run')
    .execute();
  expect(rows).toEqual([{ kind: 'run', data: { runId: id, language: 'python' } }]);
});
