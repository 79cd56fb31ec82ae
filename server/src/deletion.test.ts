import { randomUUID } from 'node:crypto';
import { saveCode } from '@cip/contracts/rooms/documents';
import { deleteCompany, updateCompanyProfile } from '@cip/contracts/accounts/company';
import { createInterviewer, deleteInterviewer } from '@cip/contracts/accounts/interviewers';
import { changeInterview, deleteInterview } from '@cip/contracts/interviews/interviews';
import { createWebhook } from '@cip/contracts/integrations/webhooks';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { encodeStateAsUpdate } from 'yjs';
import { replayDocument } from './features/documents/log/document-replay.ts';
import { saveSnapshot } from './features/documents/log/documents.repository.ts';
import {
  addQuestion,
  addTemplate,
  newEmail,
  PASSWORD,
  quickStart,
  registerCompany,
  signIn,
} from './testing/builders.ts';
import { call } from './testing/http/call.ts';
import { closeAfterEach } from './testing/close-after-each.ts';
import { candidateOf, startLiveRoom, type LiveRoom } from './testing/sockets/live-room.ts';
import { OwnClient } from './testing/sockets/own-client.ts';
import { PlainClient } from './testing/sockets/plain-client.ts';
import { anEnd, aRequest } from './testing/sockets/runs.ts';
import { writeCard } from './testing/http/scorecards.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from './testing/databases/test-database.ts';
import { findTextInDatabase, findTextInRedis } from './testing/mails/find-text.ts';
import { until } from './testing/until.ts';

// Two nodes over one Postgres and one Redis, with every kind of stored personal data.
let database: TestDatabase;
let nodes: [TestApp, TestApp];
const remember = closeAfterEach();

beforeAll(async () => {
  database = await createTestDatabase();
  const start = () =>
    startTestApp({
      databaseUrl: database.url,
      listen: true,
      env: { REDIS_URL: inject('redisUrl'), RATE_LIMITS: 'on' },
    });
  nodes = [await start(), await start()];
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.drop();
});

/** Returns where a text is stored, in the database and in Redis. */
async function traces(text: string): Promise<string[]> {
  const [{ ctx }] = nodes;
  if (!ctx.redis) throw new Error('The nodes need Redis.');
  return [...(await findTextInDatabase(ctx.db, text)), ...(await findTextInRedis(ctx.redis.commands, text))];
}

/** Starts an interview with participants on both nodes who type, run, save and write notes. */
async function busyRoom(mark: string): Promise<LiveRoom & { wires: PlainClient[] }> {
  const [first, second] = nodes;
  const room = await startLiveRoom(first);
  const { token } = room.owner;
  const candidate = await candidateOf(first, room.roomCode, `${mark} Candidate`);
  const interviewer = remember(await PlainClient.join(first.url, room.interviewer));
  const ada = remember(await OwnClient.join(second.url, candidate));
  ada.insert(0, `-- ${mark} typed\n`);
  await until('the edit on the other node', () => interviewer.code.includes(`${mark} typed`));
  expect(await ada.wire.emit('file:create', { id: randomUUID(), name: `${mark}.py` })).toMatchObject({ ok: true });
  const noted = { candidate_email: `${mark.toLowerCase()}@example.com`, notes: `${mark} notes` };
  await call(first.app, changeInterview, { token, params: { id: room.interview.id }, body: noted });
  const saved = { code_content: `-- ${mark} saved`, language: 'sql', base: '', cursor_positions: null };
  const body = { interview_session_id: room.interview.id, ...saved, selection_data: null, editor_settings: null };
  expect((await call(second.app, saveCode, { token, body })).status).toBe(200);
  const dataSet = { name: `${mark} data`, sql: `create table ${mark} (id int)` };
  expect(await interviewer.emit('run:data-set', { dataSet })).toMatchObject({ ok: true });
  await runCode(ada, mark);
  expect(await ada.wire.emit('run:input', { stdin: `${mark} input` })).toEqual({ ok: true });
  const question = await addQuestion(first, room.owner, { title: `${mark} question` });
  expect(await interviewer.emit('question:show', { questionId: question.id })).toMatchObject({ ok: true });
  await writeCard(first, room.owner, room.interview, mark);
  await snapshot(room.interview.id);
  const link = { interview_id: room.interview.id, digest: `${mark} digest`, created_by: null, shows_candidate: true };
  await first.ctx.db
    .insertInto('review_links')
    .values({ ...link, expires_at: new Date().toISOString() })
    .execute();
  return { ...room, wires: [interviewer, ada.wire] };
}

async function runCode(client: OwnClient, mark: string): Promise<void> {
  const { id, ...request } = aRequest(client.text, { stdin: `${mark} input` });
  await client.wire.emit('run:start', { id, ...request });
  const piece = { seq: 0, at: 0, stream: 'out', text: `${mark} output` };
  await client.wire.emit('run:output', { id, piece });
  expect(await client.wire.emit('run:end', { id, end: anEnd({ tail: `${mark} tail` }) })).toEqual({ ok: true });
}

async function snapshot(interviewId: string): Promise<void> {
  const { db } = nodes[0].ctx;
  const { row, doc } = await replayDocument(db, interviewId);
  await saveSnapshot(db, interviewId, { state: encodeStateAsUpdate(doc), throughId: row.through_id, writers: {} });
}

it('leaves nothing of a deleted interview in the database, Redis or memory', async () => {
  const room = await busyRoom('Canary1');
  const { id } = room.interview;
  expect(await traces('Canary1')).toEqual([
    'candidates.name',
    'document_updates.bytes',
    'documents.saved_text',
    'documents.snapshot',
    'interview_files.name',
    'interview_questions.content',
    'interview_questions.title',
    'interviews.notes',
    'question_versions.title',
    'review_links.digest',
    'run_pieces.text',
    'run_settings.data_set',
    'run_settings.stdin',
    'runs.code',
    'runs.files',
    'runs.participant_name',
    'runs.result',
    'runs.runner_name',
    'runs.stdin',
    'scorecards.content',
    'timeline_events.data',
    `presence:${id}`,
  ]);
  expect(await traces('canary1@')).toEqual(['interviews.candidate_email']);
  expect(nodes.map(({ ctx }) => ctx.documents.find(id) !== undefined)).toEqual([true, true]);

  await call(nodes[0].app, deleteInterview, { token: room.owner.token, params: { id } });

  await until('the end of the sockets', () => room.wires.every(({ socket }) => !socket.connected));
  await until('the end of the documents', () => nodes.every(({ ctx }) => ctx.documents.find(id) === undefined));
  // Longer than the interval of presence refreshes.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(await traces('Canary1')).toEqual(['question_versions.title']);
  expect(await traces('canary1@')).toEqual([]);
  const named = await traces(id);
  expect(named).toEqual(['interview_starts.interview_id']);
  // The audit log names it by its room code, which no longer works.
  expect(await traces(room.roomCode)).toEqual(['audit_log.details']);
});

it('leaves only the name of a deleted interviewer in their interviews', async () => {
  const [node] = nodes;
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const email = `canary2-${newEmail()}`;
  const body = { name: 'Canary2 Interviewer', email, password: PASSWORD, role: 'interviewer' };
  const { user } = (await call(node.app, createInterviewer, { token: owner.token, body })).reply;
  await quickStart(node, await signIn(node, email));

  await call(node.app, deleteInterviewer, { token: owner.token, params: { id: user.id } });

  expect(await traces('Canary2')).toEqual(['interviews.interviewer_name']);
  expect(await traces('canary2-')).toEqual([]);
});

it('leaves nothing of a deleted company', { tags: ['long'] }, async () => {
  const room = await busyRoom('Canary3');
  const { owner } = room;
  const [node] = nodes;
  const email = `canary3-${newEmail()}`;
  const profile = { name: 'Canary3 Company', email, phone: '+Canary3' };
  expect((await call(node.app, updateCompanyProfile, { token: owner.token, body: profile })).status).toBe(200);
  const canaries = { title: 'Canary3 title', text: 'Canary3 text', guide: 'Canary3 guide', tags: ['Canary3 tag'] };
  const question = await addQuestion(node, owner, canaries);
  await addTemplate(node, owner, { name: 'Canary3 template', question_ids: [question.id] });
  // Nothing listens there, so a message waits.
  const webhook = { url: 'http://127.0.0.1:9/Canary3', events: ['interview.started' as const] };
  expect((await call(node.app, createWebhook, { token: owner.token, body: webhook })).status).toBe(201);
  await quickStart(node, owner);
  expect(await traces('Canary3')).toEqual(
    expect.arrayContaining([
      'interview_templates.name',
      'question_versions.guide',
      'question_versions.title',
      'webhooks.url',
    ]),
  );
  expect(await traces(owner.company.id)).toContain('webhook_deliveries.company_id');
  const other = await busyRoom('Bystander');
  const before = await traces('Bystander');

  const confirmed = { password: PASSWORD, confirmation: 'Canary3 Company' };
  expect((await call(node.app, deleteCompany, { token: owner.token, body: confirmed })).status).toBe(200);

  await until('the end of the sockets', () => room.wires.every(({ socket }) => !socket.connected));
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  for (const text of ['Canary3', 'canary3', owner.company.id, room.interview.id, room.roomCode])
    expect(await traces(text)).toEqual([]);
  expect(await traces('Bystander')).toEqual(before);
  expect(other.wires.every(({ socket }) => socket.connected)).toBe(true);
});
