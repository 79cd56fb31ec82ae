import { randomUUID } from 'node:crypto';
import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { listAudit } from '@cip/contracts/accounts/audit';
import { getCode } from '@cip/contracts/rooms/documents';
import { closeStretch } from '@cip/contracts/playback/playback';
import { FrameReader, type PlaybackFrame } from '@cip/contracts/playback/playback-format';
import { listInterviewQuestions } from '@cip/contracts/questions/interview-questions';
import { createReviewLink } from '@cip/contracts/playback/review-links';
import { hashedText } from '@cip/contracts/runs/run-texts';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { addInterviewer, addQuestion, endInterview, quickStart, registerCompany } from '../../testing/builders.ts';
import { call } from '../../testing/http/call.ts';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { startLiveRoom, type LiveRoom } from '../../testing/sockets/live-room.ts';
import { OwnClient } from '../../testing/sockets/own-client.ts';
import { startRedisPair, type RedisPair } from '../../testing/redis-pair.ts';
import { anEnd, aRequest, hashOf } from '../../testing/sockets/runs.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { replayDocument } from '../documents/log/document-replay.ts';
import { saveSnapshot } from '../documents/log/documents.repository.ts';

let pair: RedisPair;
const remember = closeAfterEach();
beforeAll(async () => {
  pair = await startRedisPair();
});
afterAll(() => pair.close());

const SECOND_MS = 1_000;
const HALF_SECOND_MS = 500;
/** The text of the second file. */
const FILE = 'code2';
const PLANTED_IN_FILE = '# planted in a file\n';
/** Typed into the second file after it was deleted, beside the planted text. */
const LATER_IN_FILE = '# later\n';

interface PlantedRoom extends LiveRoom {
  /** The stretch with the planted text (ms). */
  stretch: { from: number; to: number };
}

async function run(ada: OwnClient, output: string, stdin = ''): Promise<void> {
  const request = aRequest(ada.text, { stdin });
  await ada.wire.emit('run:start', { ...request });
  await ada.wire.emit('run:output', { id: request.id, piece: { seq: 0, at: 3, stream: 'out', text: output } });
  await ada.wire.emit('run:end', { id: request.id, end: anEnd({ tail: '' }) });
}

/** Runs a program that waits a second and a half, into the stretch, for a line. */
async function runAnswered(ada: OwnClient): Promise<void> {
  const { id, ...request } = aRequest(ada.text);
  await ada.wire.emit('run:start', { id, ...request });
  await ada.wire.emit('run:alive', { id, ask: 1 });
  await ada.wire.emit('run:answer', { id, ask: 1, text: 'planted answer' });
  const piece = { seq: 0, at: SECOND_MS + HALF_SECOND_MS, stream: 'in', text: 'planted answer\n' };
  await ada.wire.emit('run:output', { id, piece });
  await ada.wire.emit('run:end', { id, end: anEnd() });
}

interface Piece {
  seq: number;
  at: number;
  stream: string;
  text: string;
}

/** Runs a program with these pieces of output, this tail and this answer, which its device does not repeat. */
async function runFor(ada: OwnClient, did: { pieces?: Piece[]; tail?: string; answer?: string }): Promise<void> {
  const { id, ...request } = aRequest(ada.text);
  await ada.wire.emit('run:start', { id, ...request });
  for (const piece of did.pieces ?? []) expect(await ada.wire.emit('run:output', { id, piece })).toEqual({ ok: true });
  if (did.answer !== undefined) {
    await ada.wire.emit('run:alive', { id, ask: 1 });
    expect(await ada.wire.emit('run:answer', { id, ask: 1, text: did.answer })).toMatchObject({ ok: true });
  }
  await ada.wire.emit('run:end', { id, end: anEnd({ tail: did.tail ?? '' }) });
}

/** Sets when each run of an interview, in order, was requested and ended (s since the start). */
async function setTimes({ interview: { id } }: LiveRoom, times: { requested: number; ended: number }[]) {
  const { db } = pair.node.ctx;
  const runs = await db
    .selectFrom('runs')
    .select('id')
    .where('interview_id', '=', id)
    .orderBy('requested_at')
    .execute();
  for (const [nth, run] of runs.entries()) {
    const moment = (seconds = 0) =>
      sql<string>`(select started_at from interviews where id = ${id}) + make_interval(secs => ${seconds})`;
    const set = { requested_at: moment(times[nth]?.requested), ended_at: moment(times[nth]?.ended) };
    await db.updateTable('runs').set(set).where('id', '=', run.id).execute();
  }
}

/**
 * Sets when the edits and events happened (s since the start): planted events later than others, and deletions last.
 */
async function setPlantedTimes({ interview: { id } }: LiveRoom, { planted, last }: { planted: number; last: number }) {
  const start = sql`(select started_at from interviews where id = ${id})`;
  const { db } = pair.node.ctx;
  await sql`update document_updates set at = ${start} where interview_id = ${id}`.execute(db);
  await sql`update timeline_events set at = ${start} + make_interval(secs => case
      when kind = 'file_deleted' or data ->> 'former' like 'planted%' then ${last}::int
      when data ->> 'name' like 'planted%' then ${planted}::int
      else 0 end)
    where interview_id = ${id}`.execute(db);
}

/** Shows a question and reports a test with this output. */
async function runTests(ines: OwnClient, { owner }: LiveRoom, output: string): Promise<void> {
  const rules = { is_query: false, is_ordered: false, is_numeric: false, is_hidden: false };
  const tests = [{ name: 'One', input: '1', expected: '1', ...rules }];
  const { id: questionId } = await addQuestion(pair.node, owner, { tests });
  const { id: question } = await ines.wire.emit('question:show', { questionId });
  const result = { tests: [{ outcome: 'error', output, error: `${output}: error` }], hidden: null };
  const report = { question, language: 'python', hash: 'a'.repeat(64), ...result, isHiddenShared: false };
  expect(await ines.wire.emit('question:tested', report)).toEqual({ ok: true });
}

const lastId = async ({ interview: { id } }: LiveRoom): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    select max(id) as id from document_updates where interview_id = ${id}`.execute(pair.node.ctx.db);
  return rows[0]?.id ?? 0;
};

/**
 * Returns an ended interview in which a text is typed, run, stored in a snapshot, and deleted again; in the second file
 * by itself or with the file.
 */
async function plantedRoom(deleted: 'text' | 'file' = 'text'): Promise<PlantedRoom> {
  const room = await startLiveRoom(pair.node);
  const ada = remember(await OwnClient.join(pair.node.url, room.candidate));
  const ines = remember(await OwnClient.join(pair.other.url, room.interviewer));
  const settled = () => until('the edits', () => ada.unacknowledged.size + ines.unacknowledged.size === 0 || undefined);
  ada.insert(0, 'print(1)\n');
  await settled();
  expect(await ada.wire.emit('file:create', { id: randomUUID(), name: 'util.py' })).toMatchObject({ root: FILE });
  ada.doc.getText(FILE).insert(0, 'kept = 1\n');
  await settled();
  await run(ada, 'kept output');
  await runAnswered(ada);
  await runTests(ines, room, 'kept output');
  const before = await lastId(room);
  ada.insert(0, 'planted = "planted-1"\n');
  await settled();
  ada.insert(3, 'planted-2');
  ada.doc.getText(FILE).insert(0, PLANTED_IN_FILE);
  await until('the text on the other node', () => ines.text.includes('planted-2') || undefined);
  ines.insert(ines.text.length, '# planted-3');
  await settled();
  await run(ada, 'planted output', 'planted input');
  await runTests(ines, room, 'planted output');
  // It differs from the input of every run.
  await ada.wire.emit('run:input', { stdin: 'planted input, edited' });
  await compact(room);
  ines.erase(ines.text.indexOf('# planted-3'), '# planted-3'.length);
  await until('the deletion', () => !ada.text.includes('planted-3') || undefined);
  ada.erase(0, ada.text.indexOf('print'));
  if (deleted === 'text') ada.doc.getText(FILE).delete(0, PLANTED_IN_FILE.length);
  else expect(await ada.wire.emit('file:delete', { root: FILE })).toEqual({ ok: true });
  await settled();
  const after = await lastId(room);
  await until('the same text', () => ines.text === ada.text || undefined);
  ines.insert(0, '# later\n');
  if (deleted === 'file') ada.doc.getText(FILE).insert(2, LATER_IN_FILE);
  await settled();
  await repeatEdits(room, { before, after });
  await endInterview(pair.node, room.owner, room.roomCode);
  return { ...room, stretch: await spreadTimes(room, { before, after }) };
}

async function compact({ interview: { id } }: LiveRoom): Promise<void> {
  const { db } = pair.node.ctx;
  const { doc, row } = await replayDocument(db, id);
  await saveSnapshot(db, id, { state: Y.encodeStateAsUpdate(doc), throughId: row.through_id, writers: {} });
}

/** Adds the edits of a range once more, like a client that lost their acknowledgement. */
async function repeatEdits({ interview: { id } }: LiveRoom, { before, after }: { before: number; after: number }) {
  const { db } = pair.node.ctx;
  const { rows } = await sql<{ bytes: Uint8Array }>`
    select bytes from document_updates where interview_id = ${id} and id > ${before} and id <= ${after} order by id`.execute(
    db,
  );
  const bytes = Y.mergeUpdates(rows.map((row) => row.bytes));
  await db
    .insertInto('document_updates')
    .values({ interview_id: id, op_id: randomUUID(), participant_id: null, bytes })
    .execute();
}

/** Gives the edits, runs and tests a second each; the planted ones are between the two times that it returns. */
async function spreadTimes({ interview: { id } }: LiveRoom, { before, after }: { before: number; after: number }) {
  const { db } = pair.node.ctx;
  await sql`update document_updates set at = (select started_at from interviews where id = ${id})
    + interval '1 second' * (select count(*) from document_updates as earlier
      where earlier.interview_id = ${id} and earlier.id < document_updates.id)
    where interview_id = ${id}`.execute(db);
  await sql`update runs set requested_at = u.at, ended_at = u.at from document_updates u
    where runs.interview_id = ${id} and u.interview_id = ${id} and u.id = runs.position`.execute(db);
  await sql`update timeline_events set at = (select started_at from interviews where id = ${id})
    where interview_id = ${id}`.execute(db);
  await sql`update interview_questions set reported_at = (
    select at from document_updates where document_updates.id = case number when 1 then ${before}::int else ${after}::int end
  ) where interview_id = ${id}`.execute(db);
  const { rows } = await sql<{ from: number; to: number }>`
    select (count(*) filter (where id <= ${before}))::int as from, (count(*) filter (where id <= ${after}))::int - 1 as to
    from document_updates where interview_id = ${id}`.execute(db);
  const [{ from, to } = { from: 0, to: 0 }] = rows;
  return { from: from * SECOND_MS, to: to * SECOND_MS + HALF_SECOND_MS };
}

const close = ({ owner, interview, stretch }: PlantedRoom, changes: object = {}) =>
  call(pair.node.app, closeStretch, {
    token: owner.token,
    params: { id: interview.id },
    body: { ...stretch, ...changes },
  });

/** Returns the outputs of tests that interviewers read after the end. */
async function testOutputs({ owner, interview: { id } }: LiveRoom): Promise<(string | undefined)[]> {
  const { reply } = await call(pair.other.app, listInterviewQuestions, { token: owner.token, params: { id } });
  return reply.shown.map(({ report }) => report?.tests[0]?.output);
}

async function filesOf({ owner, interview: { id } }: LiveRoom) {
  return (await call(pair.other.app, getCode, { token: owner.token, params: { id } })).reply.data.files;
}

async function get({ app }: TestApp, { owner }: LiveRoom, url: string) {
  const response = await app.inject({ url, headers: { authorization: `Bearer ${owner.token}` } });
  expect(response.statusCode).toBe(200);
  return response;
}

const playback = (node: TestApp, room: LiveRoom) =>
  get(node, room, `/api/interview-sessions/${room.interview.id}/playback`);

const framesOf = (bytes: Uint8Array) => new FrameReader().add(bytes);
const headOf = (frames: PlaybackFrame[]) => frames.flatMap((frame) => (frame.kind === 'head' ? [frame.head] : []))[0];
const editsOf = (frames: PlaybackFrame[]) => frames.flatMap((frame) => (frame.kind === 'edits' ? frame.edits : []));
const fileEventsOf = (frames: PlaybackFrame[]) =>
  frames.flatMap((frame) =>
    frame.kind === 'events' ? frame.events.flatMap(({ kind, data }) => ('root' in data ? [[kind, data]] : [])) : [],
  );
const runsOf = (frames: PlaybackFrame[]) => frames.flatMap((frame) => (frame.kind === 'runs' ? frame.runs : []));

/** Returns a text at the end of the recording. */
async function recordedText(room: LiveRoom, root: string): Promise<string> {
  const doc = new Y.Doc();
  for (const { bytes } of editsOf(framesOf((await playback(pair.node, room)).rawPayload))) Y.applyUpdate(doc, bytes);
  return doc.getText(root).toJSON();
}

/** Returns everything that either node sends of an interview, and its stored data. */
async function allBytes(room: LiveRoom, reviewToken: string): Promise<Record<string, Uint8Array>> {
  const { id } = room.interview;
  const sent: Record<string, Uint8Array> = {};
  for (const [name, node] of Object.entries({ node: pair.node, other: pair.other })) {
    sent[`playback of ${name}`] = (await playback(node, room)).rawPayload;
    const payload = { token: reviewToken };
    sent[`link of ${name}`] = (
      await node.app.inject({ method: 'POST', url: '/api/public/review', payload })
    ).rawPayload;
  }
  for (const url of [`/api/interview-sessions/${id}/export`, '/api/company/export'])
    for (const [name, bytes] of Object.entries(unzipSync((await get(pair.other, room, url)).rawPayload)))
      sent[`${url} ${name}`] = name.endsWith('.jsonl') ? decodedEdits(bytes) : bytes;
  for (const table of [
    'document_updates',
    'documents',
    'interview_files',
    'runs',
    'run_settings',
    'timeline_events',
    'interview_questions',
  ])
    sent[`table ${table}`] = await storedRows(table, id);
  return sent;
}

/** Returns the updates of an archive, decoded to bytes. */
function decodedEdits(lines: Uint8Array): Uint8Array {
  const rows = Buffer.from(lines).toString('utf8').trim().split('\n');
  return Buffer.concat(rows.map((row) => Buffer.from((JSON.parse(row) as { bytes: string }).bytes, 'base64')));
}

async function storedRows(table: string, interviewId: string): Promise<Uint8Array> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where interview_id = ${interviewId}`.execute(pair.node.ctx.db);
  const values = rows.flatMap((row) => Object.values(row));
  return Buffer.concat(
    values.map((value) =>
      value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(JSON.stringify(value) ?? ''),
    ),
  );
}

const withPlanted = (sent: Record<string, Uint8Array>) =>
  Object.keys(sent).filter((name) => `${name}${Buffer.from(sent[name] ?? []).toString('latin1')}`.includes('planted'));

describe('closing a stretch', () => {
  it('leaves the text, run, input and test output of a stretch in no byte that is stored or sent', async () => {
    const room = await plantedRoom();
    const link = await call(pair.node.app, createReviewLink, {
      token: room.owner.token,
      params: { id: room.interview.id },
      body: {},
    });
    const { token } = link.reply;
    const whole = await playback(pair.other, room);
    expect(withPlanted(await allBytes(room, token))).toEqual(
      expect.arrayContaining([
        'playback of node',
        'link of other',
        'table documents',
        'table run_settings',
        'table interview_questions',
      ]),
    );

    const { status, reply } = await close(room);

    expect([status, reply.stretch]).toEqual([201, room.stretch]);
    expect(withPlanted(await allBytes(room, token))).toEqual([]);
    const closed = await playback(pair.other, room);
    expect(closed.headers['etag']).not.toBe(whole.headers['etag']);
    const [before, after] = [framesOf(whole.rawPayload), framesOf(closed.rawPayload)];
    expect(headOf(after)).toMatchObject({ closed: [room.stretch], text: headOf(before)?.text });
    expect(editsOf(after).filter(({ at }) => at >= room.stretch.from && at <= room.stretch.to)).toMatchObject([
      { by: null },
    ]);
    expect(runsOf(before)).toHaveLength(3);
    expect(runsOf(after).map(({ pieces }) => pieces[0]?.text)).toEqual(['kept output']);
    expect(await testOutputs(room)).toEqual(['kept output', undefined]);
    expect(await filesOf(room)).toEqual([
      { name: 'main.sql', content: headOf(after)?.text },
      { name: 'util.py', content: 'kept = 1\n' },
    ]);
  });

  it('leaves no text of the stretch that was saved before the end', async () => {
    const room = await plantedRoom();
    const { db } = pair.node.ctx;
    // As if the node had been killed between the end and its storing of the last text.
    await db
      .updateTable('documents')
      .set({ saved_text: 'planted' })
      .where('interview_id', '=', room.interview.id)
      .execute();

    expect((await close(room)).status).toBe(201);

    const head = headOf(framesOf((await playback(pair.other, room)).rawPayload));
    const row = db.selectFrom('documents').select('saved_text').where('interview_id', '=', room.interview.id);
    expect(await row.executeTakeFirst()).toEqual({ saved_text: head?.text });
  });

  it('leaves the text of a file that was deleted in the stretch in no byte that is stored or sent', async () => {
    const room = await plantedRoom('file');
    const link = { token: room.owner.token, params: { id: room.interview.id }, body: {} };
    const { token } = (await call(pair.node.app, createReviewLink, link)).reply;
    expect(withPlanted(await allBytes(room, token))).toEqual(
      expect.arrayContaining(['playback of node', 'link of other', 'table document_updates']),
    );

    expect((await close(room)).status).toBe(201);

    expect(withPlanted(await allBytes(room, token))).toEqual([]);
    // What was typed into it before and afterwards.
    expect(await recordedText(room, FILE)).toBe(`${LATER_IN_FILE}kept = 1\n`);
  });

  it.each([
    ['after the stretch', sql<string>`clock_timestamp() + interval '1 hour'`],
    ['in the stretch and restored since', null],
  ])('leaves text in a file that was deleted %s, as it does in others', { tags: ['long'] }, async (_, deletedAt) => {
    const room = await plantedRoom('file');
    const files = pair.node.ctx.db.updateTable('interview_files').set({ deleted_at: deletedAt });
    await files.where('interview_id', '=', room.interview.id).where('root', '=', FILE).execute();
    const whole = await recordedText(room, FILE);
    expect(whole).toContain('planted in a file');

    expect((await close(room)).status).toBe(201);

    expect(await recordedText(room, FILE)).toBe(whole);
  });

  it('leaves no output, end or answer of a run that began before the stretch', async () => {
    const room = await startLiveRoom(pair.node);
    const ada = remember(await OwnClient.join(pair.node.url, room.candidate));
    ada.insert(0, 'print(1)\n');
    await until('the edit', () => ada.unacknowledged.size === 0 || undefined);
    await run(ada, 'kept output');
    await runFor(ada, {
      pieces: [{ seq: 0, at: 3, stream: 'out', text: 'planted by the clock' }],
      tail: 'planted tail',
    });
    await runFor(ada, { pieces: [{ seq: 0, at: 7 * SECOND_MS, stream: 'err', text: 'planted by its device' }] });
    await runFor(ada, { answer: 'planted answer, not reported' });
    await endInterview(pair.node, room.owner, room.roomCode);
    await setTimes(room, [
      { requested: 1, ended: 4 },
      { requested: 1, ended: 6 },
      { requested: 1, ended: 4 },
      { requested: 2, ended: 60 },
    ]);
    const { token } = (
      await call(pair.node.app, createReviewLink, {
        token: room.owner.token,
        params: { id: room.interview.id },
        body: {},
      })
    ).reply;
    expect(withPlanted(await allBytes(room, token))).toEqual(expect.arrayContaining(['link of node', 'table runs']));

    const { status } = await close({ ...room, stretch: { from: 5 * SECOND_MS, to: 9 * SECOND_MS } });

    expect(status).toBe(201);
    expect(withPlanted(await allBytes(room, token))).toEqual([]);
    const kept = runsOf(framesOf((await playback(pair.other, room)).rawPayload));
    expect(kept.map(({ pieces }) => pieces[0]?.text)).toEqual(['kept output']);
  });

  it('closes a stretch in which only tests ran', async () => {
    const room = await plantedRoom();
    const minutesLater = room.stretch.to + 60 * SECOND_MS;
    await sql`update interview_questions set reported_at = (select started_at from interviews where id = ${room.interview.id})
      + make_interval(secs => ${minutesLater / SECOND_MS})
      where interview_id = ${room.interview.id} and number = 2`.execute(pair.node.ctx.db);

    const stretch = { from: minutesLater, to: minutesLater + SECOND_MS };
    const { status, reply } = await close(room, stretch);

    expect([status, reply.stretch]).toEqual([201, stretch]);
    expect(await testOutputs(room)).toEqual(['kept output', undefined]);
  });

  it.each(['text', 'file'] as const)(
    'replays the rest as before, at each edit, without a deleted %s',
    async (deleted) => {
      const room = await plantedRoom(deleted);
      const textsOf = async () => {
        const doc = new Y.Doc();
        const edits = editsOf(framesOf((await playback(pair.node, room)).rawPayload));
        return edits.map(({ at, bytes }) => {
          Y.applyUpdate(doc, bytes);
          return { at: Math.round(at), text: doc.getText(SHARED_TEXT).toJSON() };
        });
      };
      const whole = await textsOf();
      await close(room);
      const { from, to } = room.stretch;
      expect(await textsOf()).toEqual(whole.filter(({ at }) => at < from || at > to - SECOND_MS));
    },
  );

  it('removes hidden results of the stretch from a later report', async () => {
    const room = await plantedRoom();
    const { id } = room.interview;
    const lastHidden = { passed: 1, total: 2, by: 'Acme', language: 'python', hash: 'a'.repeat(64) };
    await sql`update interview_questions set
        report = report || '{"hidden": {"passed": 1, "total": 2}, "hiddenBy": "Acme"}' || jsonb_build_object(
          'lastHidden', ${JSON.stringify(lastHidden)}::jsonb || jsonb_build_object('at', reported_at)),
        reported_at = reported_at + interval '1 hour'
      where interview_id = ${id} and number = 2`.execute(pair.node.ctx.db);

    expect((await close(room)).status).toBe(201);

    const { reply } = await call(pair.other.app, listInterviewQuestions, { token: room.owner.token, params: { id } });
    const report = reply.shown[1]?.report;
    expect(report).toMatchObject({ hidden: null });
    expect(report).not.toHaveProperty('lastHidden');
    expect(report).not.toHaveProperty('hiddenBy');
  });

  it('replaces the names that files got in the stretch, and removes the data set', async () => {
    const room = await startLiveRoom(pair.node);
    const ada = remember(await OwnClient.join(pair.node.url, room.candidate));
    const ines = remember(await OwnClient.join(pair.other.url, room.interviewer));
    const rename = (root: string, name: string) => ada.wire.emit('file:rename', { root, name });
    const attach = (name: string) => ines.wire.emit('run:data-set', { dataSet: { name, sql: `-- ${name}` } });
    await attach('earlier');
    for (const name of ['planted.py', 'kept.py', 'planted-4.py'])
      expect(await ada.wire.emit('file:create', { id: randomUUID(), name })).toMatchObject({ ok: true });
    for (const [root, name] of [
      ['code', 'planted-1.py'],
      ['code3', 'planted-3.py'],
      ['code4', 'kept-4.py'],
    ] as const)
      expect(await rename(root, name)).toEqual({ ok: true });
    expect(await ada.wire.emit('file:delete', { root: 'code2' })).toEqual({ ok: true });
    expect(await attach('planted')).toEqual({ ok: true });
    const names = ['planted-1.py', 'planted-3.py', 'kept-4.py'];
    const files = names.map((name, nth) => ({ name, content: nth === 0 ? ada.text : '' }));
    const later = aRequest('', { hash: hashOf(hashedText(ada.text, files)) });
    expect(await ada.wire.emit('run:start', { ...later })).toMatchObject({ ok: true });
    await ada.wire.emit('run:end', { id: later.id, end: anEnd({ tail: '' }) });
    await endInterview(pair.node, room.owner, room.roomCode);
    await setPlantedTimes(room, { planted: 6, last: 20 });
    await setTimes(room, [{ requested: 20, ended: 21 }]);
    const link = { token: room.owner.token, params: { id: room.interview.id }, body: {} };
    const { token } = (await call(pair.node.app, createReviewLink, link)).reply;
    expect(withPlanted(await allBytes(room, token))).toEqual(
      expect.arrayContaining(['link of node', 'table interview_files', 'table run_settings', 'table runs']),
    );

    const { status } = await close({ ...room, stretch: { from: 5 * SECOND_MS, to: 9 * SECOND_MS } });

    expect(status).toBe(201);
    expect(withPlanted(await allBytes(room, token))).toEqual([]);
    const frames = framesOf((await playback(pair.other, room)).rawPayload);
    expect(fileEventsOf(frames)).toEqual([
      ['file_created', { root: 'code2', name: 'file-2.sql' }],
      ['file_created', { root: 'code3', name: 'kept.py' }],
      ['file_created', { root: 'code4', name: 'file-4.sql' }],
      ['file_renamed', { root: 'code', name: 'file-1.sql', former: 'main.sql' }],
      ['file_renamed', { root: 'code3', name: 'file-3.sql', former: 'kept.py' }],
      ['file_renamed', { root: 'code4', name: 'kept-4.py', former: 'file-4.sql' }],
      ['file_deleted', { root: 'code2', name: 'file-2.sql' }],
    ]);
    expect(headOf(frames)?.dataSet).toBeNull();
    expect((await filesOf(room))?.map(({ name }) => name)).toEqual(['file-1.sql', 'file-3.sql', 'kept-4.py']);
    const [run] = await pair.node.ctx.db
      .selectFrom('runs')
      .select('files')
      .where('interview_id', '=', room.interview.id)
      .execute();
    expect(run?.files?.map(({ name }) => name)).toEqual(['file-1.sql', 'file-3.sql', 'kept-4.py']);
  });

  it('keeps a data set that was attached after the stretch', async () => {
    const room = await startLiveRoom(pair.node);
    const ines = remember(await OwnClient.join(pair.other.url, room.interviewer));
    for (const name of ['planted', 'kept'])
      expect(await ines.wire.emit('run:data-set', { dataSet: { name, sql: '' } })).toEqual({ ok: true });
    await endInterview(pair.node, room.owner, room.roomCode);
    await setPlantedTimes(room, { planted: 6, last: 20 });

    const { status } = await close({ ...room, stretch: { from: 5 * SECOND_MS, to: 9 * SECOND_MS } });

    expect(status).toBe(201);
    const frames = framesOf((await playback(pair.other, room)).rawPayload);
    expect(headOf(frames)?.dataSet).toEqual({ name: 'kept', sql: '' });
    expect(frames.flatMap((frame) => (frame.kind === 'events' ? frame.events : []))).not.toContainEqual(
      expect.objectContaining({ data: { name: 'planted' } }),
    );
  });

  it('closes a stretch once, extends it by one that touches it, and records both', async () => {
    const room = await plantedRoom();
    await close(room);
    const { headers } = await playback(pair.node, room);
    expect((await close(room)).reply.stretch).toEqual(room.stretch);
    expect((await playback(pair.node, room)).headers['etag']).toBe(headers['etag']);

    const wider = { ...room.stretch, from: 0 };
    const { reply } = await close(room, { from: 0, to: room.stretch.from });

    expect(reply.stretch).toEqual(wider);
    const frames = framesOf((await playback(pair.node, room)).rawPayload);
    expect(headOf(frames)?.closed).toEqual([wider]);
    expect(runsOf(frames)).toEqual([]);
    const audit = await call(pair.node.app, listAudit, { token: room.owner.token });
    const entries = audit.reply.data.filter(({ action }) => action === 'interview.stretch_closed');
    expect(entries.map(({ details }) => details)).toEqual([{ room_code: room.roomCode }, { room_code: room.roomCode }]);
  });
});

it('closes two touching stretches concurrently, on two nodes', { tags: ['long'] }, async () => {
  const room = await plantedRoom();
  const params = { id: room.interview.id };
  const middle = Math.round((room.stretch.from + room.stretch.to) / 2);
  const halves = [
    { from: room.stretch.from, to: middle },
    { from: middle, to: room.stretch.to },
  ];
  const closings = halves.map((body, nth) =>
    call([pair.node, pair.other][nth]?.app ?? pair.node.app, closeStretch, { token: room.owner.token, params, body }),
  );

  expect((await Promise.all(closings)).map(({ status }) => status)).toEqual([201, 201]);
  expect(headOf(framesOf((await playback(pair.node, room)).rawPayload))?.closed).toEqual([room.stretch]);
});

describe('refusing to close a stretch', () => {
  it('closes ten times a minute, and refuses the eleventh time', { tags: ['long'] }, async () => {
    const limited = await startTestApp({ listen: true, env: { RATE_LIMITS: 'on' } });
    try {
      const room = await startLiveRoom(limited);
      const ada = remember(await OwnClient.join(limited.url, room.candidate));
      ada.insert(0, 'print(1)\n');
      await until('the edit', () => ada.unacknowledged.size === 0 || undefined);
      await endInterview(limited, room.owner, room.roomCode);
      const request = { token: room.owner.token, params: { id: room.interview.id }, body: { from: 0, to: 3_600_000 } };

      const statuses: number[] = [];
      for (let nth = 0; nth < 11; nth++) statuses.push((await call(limited.app, closeStretch, request)).status);

      expect(statuses).toEqual([...Array<number>(10).fill(201), 429]);
    } finally {
      await limited.close();
    }
  });

  it(
    'refuses to close a stretch for interviewers, candidates, strangers and other companies',
    { tags: ['long'] },
    async () => {
      const room = await plantedRoom();
      const colleague = await addInterviewer(pair.node, room.owner);
      const other = await registerCompany(pair.node, { plan: 'enterprise' });
      const params = { id: room.interview.id };
      const statuses = await Promise.all(
        [colleague.token, room.candidate.authToken, undefined, other.token].map(
          async (token) => (await call(pair.node.app, closeStretch, { token, params, body: room.stretch })).status,
        ),
      );
      expect(statuses).toEqual([403, 401, 401, 404]);
      expect((await close({ ...room, interview: { ...room.interview, id: randomUUID() } })).status).toBe(404);
      expect(headOf(framesOf((await playback(pair.node, room)).rawPayload))?.closed).toEqual([]);
    },
  );

  it('refuses to close what is no stretch, or one in which nothing happened', async () => {
    const room = await plantedRoom();
    const { from } = room.stretch;
    for (const range of [{ to: from }, { to: from - 1 }, { from: -1 }, { to: 1e15 }, { from: 'a' }, { to: null }])
      expect([range, (await close(room, range)).status]).toEqual([range, 422]);
    const { status, error } = await close(room, { from: 500 * SECOND_MS, to: 600 * SECOND_MS });
    expect([status, error.message]).toEqual([409, 'Nothing was typed or run between these moments.']);
  });

  it('refuses to close a stretch before the end', async () => {
    const owner = await registerCompany(pair.node, { plan: 'enterprise' });
    const { id } = await quickStart(pair.node, owner);
    const body = { from: 0, to: 1 };
    expect((await call(pair.node.app, closeStretch, { token: owner.token, params: { id }, body })).status).toBe(409);
  });
});
