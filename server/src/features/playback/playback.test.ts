import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { updateVisibility } from '@cip/contracts/accounts/company';
import { deleteInterviewer, updateInterviewer } from '@cip/contracts/accounts/interviewers';
import { changeInterview, deleteInterview } from '@cip/contracts/interviews/interviews';
import { cancelInterview, quickStart as quickStartCall } from '@cip/contracts/interviews/planning';
import { getPlayback, type PlaybackEdit, type PlaybackHead } from '@cip/contracts/playback/playback';
import { FrameReader, type PlaybackFrame } from '@cip/contracts/playback/playback-format';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import {
  addInterviewer,
  endInterview,
  newRoomCode,
  quickStart,
  registerCompany,
  scheduleInterview,
} from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { candidateOf, startLiveRoom, type LiveRoom } from '../../testing/sockets/live-room.ts';
import { OwnClient } from '../../testing/sockets/own-client.ts';
import { PlainClient } from '../../testing/sockets/plain-client.ts';
import { anEnd, aRequest } from '../../testing/sockets/runs.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { findPrincipal } from '../accounts/sign-in/auth.service.ts';
import { listPastRuns } from '../runs/recorded-runs.service.ts';
import { openPlayback } from './playback.service.ts';

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

interface Recording {
  head: PlaybackHead;
  kinds: PlaybackFrame['kind'][];
  frames: PlaybackFrame[];
  edits: PlaybackEdit[];
}

async function download(
  { owner, interview }: { owner: { token: string }; interview: { id: string } },
  { after = '', headers = {} } = {},
) {
  return node.app.inject({
    url: `/api/interview-sessions/${interview.id}/playback${after}`,
    headers: { authorization: `Bearer ${owner.token}`, ...headers },
  });
}

function read(bytes: Uint8Array): Recording {
  const frames = new FrameReader().add(bytes);
  const [first] = frames;
  if (first?.kind !== 'head') throw new Error('The playback has no head.');
  const edits = frames.flatMap((frame) => (frame.kind === 'edits' ? frame.edits : []));
  return { head: first.head, frames, kinds: frames.map(({ kind }) => kind), edits };
}

async function playback(room: LiveRoom, after = ''): Promise<Recording> {
  return read((await download(room, { after })).rawPayload);
}

function replay(edits: PlaybackEdit[]): string {
  const doc = new Y.Doc();
  for (const { bytes } of edits) Y.applyUpdate(doc, bytes);
  return doc.getText(SHARED_TEXT).toJSON();
}

async function own(auth: LiveRoom['candidate']): Promise<OwnClient> {
  return remember(await OwnClient.join(node.url, auth));
}

const documentOf = ({ interview }: LiveRoom) =>
  node.ctx.db
    .selectFrom('documents')
    .select(['saved_text', 'through_id'])
    .where('interview_id', '=', interview.id)
    .executeTakeFirstOrThrow();
const storedText = async (room: LiveRoom) => (await documentOf(room)).saved_text;

/** Returns an ended interview with edits of three clients, an offline gap and a run. */
async function endedRoom(): Promise<LiveRoom> {
  const room = await startLiveRoom(node);
  const ines = await own(room.interviewer);
  const ada = await own(room.candidate);
  const documented = remember(await PlainClient.join(node.url, room.interviewer));
  await ada.wire.emit('document:language', { language: 'python' });
  ada.insert(0, 'print(1)\n');
  ines.insert(0, '# task\n');
  await until(
    'both edits',
    () => (documented.code.includes('# task') && documented.code.includes('print(1)')) || undefined,
  );
  await documented.type(`${documented.code}\n# documented`);
  await ada.wire.emit('document:offline', { id: randomUUID(), forMs: 5_000 });
  const request = aRequest(ada.text, { stdin: 'the input' });
  await ada.wire.emit('run:start', { ...request });
  await ada.wire.emit('run:output', { id: request.id, piece: { seq: 0, at: 3, stream: 'out', text: 'the output' } });
  await ada.wire.emit('run:end', { id: request.id, end: anEnd({ tail: '' }) });
  await until('the edits', () => (ada.unacknowledged.size === 0 && ines.unacknowledged.size === 0) || undefined);
  await endInterview(node, room.owner, room.roomCode);
  return room;
}

describe('a playback', () => {
  it('sends participants, timeline, runs, gaps and all edits, which replay to the stored text', async () => {
    const room = await endedRoom();
    const { head, kinds, frames, edits } = await playback(room);

    expect(kinds).toEqual(['head', 'events', 'runs', 'edits', 'end']);
    expect(head.participants).toEqual([
      { name: 'Acme', type: 'interviewer' },
      { name: 'Ada', type: 'candidate' },
    ]);
    expect(head).toMatchObject({ companyName: 'Acme', firstLanguage: 'sql', language: 'python', hasTimeline: true });
    expect(head.gaps).toEqual([{ by: 1, from: 0, to: expect.any(Number) as number }]);
    const events = frames.flatMap((frame) => (frame.kind === 'events' ? frame.events : []));
    expect(events.map(({ kind, by }) => [kind, by]).slice(0, 5)).toEqual([
      ['opened', 0],
      ['joined', 0],
      ['joined', 1],
      ['language', 1],
      ['offline', 1],
    ]);
    const runs = frames.flatMap((frame) => (frame.kind === 'runs' ? frame.runs : []));
    expect(runs).toMatchObject([{ by: 1, runner: 1, stdin: 'the input', pieces: [{ text: 'the output' }] }]);
    expect(edits.map(({ by }) => by)).toContain(0);
    expect(head.editCount).toBe(edits.length);
    expect(replay(edits)).toBe(await storedText(room));
    expect(head.text).toBe(await storedText(room));
    expect(head).not.toHaveProperty('files');
    for (const { at } of edits.slice(1)) expect(at).toBeGreaterThanOrEqual(0);
  });

  it('has a run at the same whole millisecond as the list of past runs', async () => {
    const room = await endedRoom();
    await sql`update runs r set requested_at = date_trunc('milliseconds', i.started_at) + interval '1240.6 ms'
      from interviews i where i.id = r.interview_id and i.id = ${room.interview.id}`.execute(node.ctx.db);

    const { head, frames } = await playback(room);
    const runs = frames.flatMap((frame) => (frame.kind === 'runs' ? frame.runs : []));
    expect(runs.map(({ at }) => at)).toEqual([1241]);
    const [past] = await listPastRuns(node.ctx.db, room.interview.id);
    expect(Date.parse(past?.requested_at ?? '') - Date.parse(head.startedAt)).toBe(1241);
  });

  it('lists participants in the order of the room’s numbers, also after a reconnect', async () => {
    const room = await startLiveRoom(node);
    const [bob, cleo] = [await candidateOf(node, room.roomCode, 'Bob'), await candidateOf(node, room.roomCode, 'Cleo')];
    const join = async (auth: LiveRoom['candidate']) => remember(await PlainClient.join(node.url, auth));
    const first = await join(bob);
    await join(room.interviewer);
    await first.emit('unsubscribe', { channel: room.roomCode });
    const watching = await join(room.candidate);
    const numbers = watching.next('participantList', ({ count }) => count === 4);
    await join(bob);
    await join(cleo);

    const shown = [
      // Opened the session.
      { name: 'Acme', number: 1 },
      { name: 'Ada', number: 3 },
      { name: 'Bob', number: 2 },
      { name: 'Cleo', number: 4 },
    ];
    expect((await numbers)['participants']).toMatchObject(shown);
    await endInterview(node, room.owner, room.roomCode);
    const { head } = await playback(room);
    expect(head.participants.map(({ name }) => name)).toEqual(['Acme', 'Bob', 'Ada', 'Cleo']);
  });

  it('sends the rules of the start and each change of them', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const rule = { tools: 'no_ai', note: null } as const;
    const body = { room_code: newRoomCode(), rule, completion: 'full' };
    const { session: interview } = (await call(node.app, quickStartCall, { token: owner.token, body })).reply;
    const request = { token: owner.token, params: { id: interview.id }, body: { rule: null, completion: 'off' } };
    await call(node.app, changeInterview, request);
    await endInterview(node, owner, interview.room_code);
    const { rawPayload } = await node.app.inject({
      url: `/api/interview-sessions/${interview.id}/playback`,
      headers: { authorization: `Bearer ${owner.token}` },
    });
    const events = read(rawPayload).frames.flatMap((frame) => (frame.kind === 'events' ? frame.events : []));
    expect(events.flatMap((event) => (event.kind === 'rule' ? [event.data.rule] : []))).toEqual([rule, null]);
    const completions = events.flatMap((event) => (event.kind === 'completion' ? [event.data.completion] : []));
    expect(completions).toEqual(['full', 'off']);
  });

  it('sends a playback compressed to clients that accept it', async () => {
    const room = await endedRoom();
    const { rawPayload, headers } = await download(room, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(headers['content-encoding']).toBe('gzip');
    expect(read(gunzipSync(rawPayload)).edits).toHaveLength((await playback(room)).edits.length);
  });

  it('continues a playback after an edit, and does not send an unchanged one again', async () => {
    const room = await endedRoom();
    const whole = await download(room);
    const { edits } = read(whole.rawPayload);
    const second = edits[1]?.id ?? 0;
    const rest = await download(room, { after: `?after=${second}` });
    expect(read(rest.rawPayload).kinds).toEqual(['head', 'edits', 'end']);
    expect(read(rest.rawPayload).edits).toEqual(edits.slice(2));
    expect(rest.headers['etag']).toBe(whole.headers['etag']);
    const again = await download(room, { headers: { 'if-none-match': String(whole.headers['etag']) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('sends many edits in pieces of 2,000, the same after compaction', { tags: ['long'] }, async () => {
    const room = await startLiveRoom(node);
    const doc = new Y.Doc();
    const updates: Uint8Array[] = [];
    doc.on('update', (update: Uint8Array) => updates.push(update));
    for (let n = 0; n < 4_500; n++) doc.getText(SHARED_TEXT).insert(0, 'ab'[n % 2] ?? '');
    await sql`insert into document_updates (interview_id, op_id, bytes, at)
      select ${room.interview.id}, 'many-' || n, decode(update, 'base64'), now() - interval '1 minute'
      from unnest(string_to_array(${updates.map((bytes) => Buffer.from(bytes).toString('base64')).join()}, ','))
        with ordinality as u (update, n)`.execute(node.ctx.db);
    await endInterview(node, room.owner, room.roomCode);

    const { kinds, edits } = await playback(room);

    const { through_id: compactedId } = await documentOf(room);
    expect(compactedId).toBeGreaterThan(0);
    expect(kinds.filter((kind) => kind === 'edits')).toHaveLength(3);
    expect(edits).toHaveLength(4_501);
    expect(replay(edits)).toBe(await storedText(room));
  });

  it('sends edits and gaps of an interview from before the timeline', async () => {
    const room = await endedRoom();
    await node.ctx.db.deleteFrom('timeline_events').where('interview_id', '=', room.interview.id).execute();
    const { head, edits } = await playback(room);
    expect(head).toMatchObject({ hasTimeline: false, firstLanguage: 'python' });
    expect(head.participants.map(({ name }) => name).toSorted()).toEqual(['Acme', 'Ada']);
    expect(head.gaps).toHaveLength(1);
    expect(replay(edits)).toBe(await storedText(room));
  });

  it('sends neither notes nor e-mail addresses', async () => {
    const room = await endedRoom();
    const body = { notes: 'planted notes', candidate_email: 'planted@example.com' };
    await call(node.app, changeInterview, { token: room.owner.token, params: { id: room.interview.id }, body });
    const { rawPayload } = await download(room);
    for (const secret of ['planted', room.owner.email, room.roomCode, room.interview.id])
      expect(rawPayload.includes(secret)).toBe(false);
  });
});

describe('refusing a playback', () => {
  const ask = (token: string | undefined, id: string) => call(node.app, getPlayback, { token, params: { id } });

  it('refuses a playback before the end, in words', async () => {
    const owner = await registerCompany(node, { plan: 'enterprise' });
    const active = await quickStart(node, owner);
    const { status, error } = await ask(owner.token, active.id);
    expect([status, error.message]).toEqual([409, 'You can play this session back after it ends.']);
    const planned = await scheduleInterview(node, owner);
    expect((await ask(owner.token, planned.id)).status).toBe(409);
    await call(node.app, cancelInterview, { token: owner.token, params: { id: planned.id } });
    expect((await ask(owner.token, planned.id)).error.message).toBe(
      'This session was cancelled, so there is nothing to play back.',
    );
  });

  it('refuses a playback on the free plan 30 days after the end, and names the way up', async () => {
    const owner = await registerCompany(node, { plan: 'starter' });
    const { id, room_code } = await quickStart(node, owner);
    await endInterview(node, owner, room_code);
    const endedDaysAgo = (days: number) =>
      sql`update interviews set started_at = now() - make_interval(days => ${days}, mins => 5),
        ended_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(node.ctx.db);
    for (const days of [0, 29]) {
      await endedDaysAgo(days);
      const playback = await download({ owner, interview: { id } });
      expect(playback.statusCode).toBe(200);
    }
    await endedDaysAgo(31);
    const { status, error } = await ask(owner.token, id);
    expect([status, error.code, error.message]).toEqual([
      402,
      'plan_required',
      'Your Starter plan plays a session back for 30 days after its end. Choose a larger plan to play older ones.',
    ]);
  });

  it('refuses a playback to another company, to a candidate and after the deletion', async () => {
    const room = await endedRoom();
    const other = await registerCompany(node, { plan: 'enterprise' });
    const foreign = await ask(other.token, room.interview.id);
    expect([foreign.status, foreign.error]).toEqual([404, (await ask(other.token, randomUUID())).error]);
    expect((await ask(room.candidate.authToken, room.interview.id)).status).toBe(401);
    await call(node.app, deleteInterview, { token: room.owner.token, params: { id: room.interview.id } });
    expect((await ask(room.owner.token, room.interview.id)).status).toBe(404);
  });
});

it.each<[string, (room: LiveRoom, ida: { userId: string; email: string }) => Promise<{ status: number }>]>([
  [
    'is removed',
    ({ owner: { token } }, { userId }) => call(node.app, deleteInterviewer, { token, params: { id: userId } }),
  ],
  [
    'gets a lower role',
    ({ owner: { token } }, { userId, email }) => {
      const body = { name: 'Ida', email, role: 'coordinator' as const };
      return call(node.app, updateInterviewer, { token, params: { id: userId }, body });
    },
  ],
  [
    'sees the interview no more',
    ({ owner: { token } }) => call(node.app, updateVisibility, { token, body: { interviews_visible_to: 'own' } }),
  ],
])('breaks off a transfer if its reader %s', async (_, change) => {
  const room = await startLiveRoom(node);
  await endInterview(node, room.owner, room.roomCode);
  const ida = await addInterviewer(node, room.owner, 'Ida');
  const reader = await findPrincipal(node.ctx, ida.token);
  const { frames } = await openPlayback(node.ctx, reader, room.interview.id, null);
  for (let frame = 0; frame < 2; frame++) expect((await frames.next()).done).toBe(false);
  expect((await change(room, ida)).status).toBe(200);
  await expect(frames.next()).rejects.toThrow('may not be read');
});

it('sends the final code without edits if there are too many to play', { tags: ['long'] }, async () => {
  const room = await startLiveRoom(node);
  await endInterview(node, room.owner, room.roomCode);
  const { id } = room.interview;
  await sql`insert into document_updates (interview_id, op_id, bytes)
    select ${id}, 'many-' || n, decode('0000', 'hex') from generate_series(1, 200000) n`.execute(node.ctx.db);
  // The rows are no edits, so they must not be replayed.
  await sql`update documents set through_id = (select max(id) from document_updates) where interview_id = ${id}`.execute(
    node.ctx.db,
  );
  const { head, kinds } = await playback(room);
  expect(head).toMatchObject({ edits: 'too_many', text: await storedText(room) });
  expect(kinds).toEqual(['head', 'events', 'end']);
});

it('refuses playbacks to a user who reads too many, and goes on for their colleagues', { tags: ['long'] }, async () => {
  const limited = await startTestApp({ env: { RATE_LIMITS: 'on' } });
  const owner = await registerCompany(limited, { plan: 'enterprise' });
  const colleague = await addInterviewer(limited, owner, 'Ida');
  const { id, room_code: roomCode } = await quickStart(limited, owner);
  await endInterview(limited, owner, roomCode);
  const url = `/api/interview-sessions/${id}/playback`;
  const statusOf = async ({ token }: { token: string }) =>
    (await limited.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;

  const statuses = [];
  for (let n = 0; n < 61; n++) statuses.push(await statusOf(owner));
  const others = await statusOf(colleague);
  await limited.close();

  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
  expect(others).toBe(200);
});
