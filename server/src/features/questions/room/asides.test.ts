import { createHash, randomUUID } from 'node:crypto';
import { ASIDES_MAX, CANDIDATE_ASIDES_MAX } from '@cip/contracts/rooms/asides';
import { getCode } from '@cip/contracts/rooms/documents';
import { closeStretch } from '@cip/contracts/playback/playback';
import { readReceipt } from '@cip/contracts/receipts/receipt-format';
import { getReceipt } from '@cip/contracts/receipts/receipts';
import { hashedText } from '@cip/contracts/runs/run-texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addQuestion, endInterview, registerCompany } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { startLiveRoom, type LiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { findChangedQuestions } from './interview-questions.service.ts';

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

const hashOf = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

/** Types behind the text, and resolves once it is stored. */
async function type(client: OwnClient, text: string): Promise<void> {
  client.insert(client.text.length, text);
  await until('its acknowledgement', () => client.unacknowledged.size === 0);
}

/** Opens a room with a shown question. */
async function startRoom() {
  const room = await startLiveRoom(node);
  const leader = remember(await OwnClient.join(node.url, room.interviewer));
  const ada = remember(await OwnClient.join(node.url, room.candidate));
  const { id } = await addQuestion(node, room.owner);
  const question = String((await leader.wire.emit('question:show', { questionId: id }))['id']);
  const putAside = (client: OwnClient, text = client.text) =>
    client.wire.emit('question:put-aside', { question, hash: hashOf(text) });
  return { ...room, leader, ada, question, putAside };
}

const codesOf = async ({ owner, interview }: LiveRoom) =>
  (await call(node.app, getCode, { token: owner.token, params: { id: interview.id } })).reply.asides;

it('keeps the code that was put aside, with the language in which it was typed', async () => {
  const room = await startRoom();
  const { leader, ada, putAside } = room;
  await type(ada, 'select 1;');
  const first = ada.text;
  // The room is prepared for the next question before its starter is inserted.
  await leader.wire.emit('document:language', { language: 'python' });

  expect(await putAside(ada)).toEqual({ ok: true, number: 1 });
  expect(await putAside(leader, first)).toEqual({ ok: true, number: 1 });

  await type(ada, 'print(2)');
  expect(await putAside(leader, ada.text)).toEqual({ ok: true, number: 2 });
  const asides = [
    { number: 1, question_number: 1, participant_name: 'Ada', language: 'sql', code: first },
    { number: 2, question_number: 1, language: 'python', code: ada.text },
  ];
  expect(await codesOf(room)).toMatchObject(asides);
  expect(await ada.wire.emit('question:read', { known: [] })).toMatchObject({ asides: 2 });
});

it('finds put-aside code for nodes that missed the news', async () => {
  const { ada, putAside, question, interview } = await startRoom();
  const { ctx } = node;
  const hourAgo = sql<string>`now() - interval '1 hour'`;
  await ctx.db.updateTable('interview_questions').set({ front_at: hourAgo }).where('id', '=', question).execute();
  expect(await findChangedQuestions(ctx, [interview.id], 10)).toEqual([]);

  expect(await putAside(ada)).toEqual({ ok: true, number: 1 });

  expect(await findChangedQuestions(ctx, [interview.id], 10)).toEqual([interview.id]);
});

it('names each put-aside code in the receipt, which comes with them', async () => {
  const room = await startRoom();
  const { ada, putAside } = room;
  await type(ada, 'select 1; -- ż');
  const first = ada.text;
  await putAside(ada);
  await type(ada, '\nselect 2;');
  await endInterview(node, room.owner, room.roomCode);

  const params = { roomCode: room.roomCode };
  const { reply } = await call(node.app, getReceipt, { params, token: room.candidate.authToken });

  expect(reply.asides).toMatchObject([{ number: 1, language: 'sql', code: first }]);
  const { receipt } = readReceipt(reply.receipt) ?? {};
  expect(receipt?.asides).toEqual([{ number: 1, language: 'sql', sha256: hashOf(first), length: first.length }]);
  expect(receipt?.code.sha256).toBe(hashOf(reply.code));
});

const SCHEMA = { name: 'schema.sql', content: 'create table customers ();' };

/** Creates a second file with its text. */
async function addSchema({ ada }: { ada: OwnClient }): Promise<void> {
  await ada.wire.emit('file:create', { id: randomUUID(), name: SCHEMA.name });
  ada.doc.getText('code2').insert(0, SCHEMA.content);
  await until('its acknowledgement', () => ada.unacknowledged.size === 0);
}

it('keeps every file of the room, the first named by the language in which it was typed', async () => {
  const room = await startRoom();
  const { ada, leader, putAside } = room;
  await type(ada, 'select 1;');
  await addSchema(room);
  const code = ada.text;
  const filesNow = (first: string) => hashedText(code, [{ name: first, content: code }, SCHEMA]);
  const files = [{ name: 'main.sql', content: code }, SCHEMA];

  expect(await putAside(ada, filesNow('main.sql'))).toEqual({ ok: true, number: 1 });
  await leader.wire.emit('document:language', { language: 'python' });
  expect(await putAside(ada, filesNow('main.py'))).toEqual({ ok: true, number: 1 });
  expect(await codesOf(room)).toMatchObject([{ number: 1, language: 'sql', code, files }]);

  ada.doc.getText('code2').insert(0, '-- ');
  await until('its acknowledgement', () => ada.unacknowledged.size === 0);
  expect(await putAside(ada, filesNow('main.py'))).toMatchObject({ error: { code: 'conflict' } });
  const changed = { ...SCHEMA, content: `-- ${SCHEMA.content}` };
  const now = [{ name: 'main.py', content: code }, changed];
  expect(await putAside(ada, hashedText(code, now))).toEqual({ ok: true, number: 2 });
  expect(await codesOf(room)).toMatchObject([{ files }, { files: now }]);
});

it('keeps only the first file for a page of the previous release, which replaces only that', async () => {
  const room = await startRoom();
  await type(room.ada, 'select 1;');
  await addSchema(room);
  expect(await room.putAside(room.ada)).toEqual({ ok: true, number: 1 });
  const [aside] = (await codesOf(room)) ?? [];
  expect(aside?.code).toBe(room.ada.text);
  expect(aside).not.toHaveProperty('files');
});

it('deletes what was put aside in a stretch that an owner removes', async () => {
  const room = await startRoom();
  await type(room.ada, 'select 1;');
  await room.putAside(room.ada);
  await endInterview(node, room.owner, room.roomCode);

  const request = { token: room.owner.token, params: { id: room.interview.id }, body: { from: 0, to: 3_600_000 } };
  expect((await call(node.app, closeStretch, request)).status).toBe(201);

  expect(await codesOf(room)).toEqual([]);
});

it('refuses a text that the room does not have, an unknown question and an ended session', async () => {
  const room = await startRoom();
  const { ada, leader, putAside, question } = room;
  await type(ada, 'select 1;');
  expect(await putAside(ada, 'planted')).toMatchObject({ error: { code: 'conflict' } });
  const other = await startRoom();
  for (const id of [other.question, (await registerCompany(node)).company.id]) {
    const answer = await ada.wire.emit('question:put-aside', { question: id, hash: hashOf(ada.text) });
    expect(answer).toMatchObject({ error: { code: 'not_found' } });
  }
  await leader.wire.emit('question:hide', { id: question });
  expect(await putAside(ada)).toMatchObject({ error: { code: 'not_found' } });
  expect(await codesOf(room)).toEqual([]);
});

it('stops candidates before the most of a session, so that interviewers go on', async () => {
  const room = await startRoom();
  const { ada, leader, putAside } = room;
  const { db } = node.ctx;
  const by = { participant_id: room.interview.id, participant_name: 'Ada', participant_type: 'candidate' as const };
  const rows = Array.from({ length: CANDIDATE_ASIDES_MAX }, (_, index) => ({
    ...by,
    interview_id: room.interview.id,
    number: index + 1,
    question_number: 1,
    language: 'sql',
    code: `select ${index};`,
  }));
  await db.insertInto('asides').values(rows).execute();
  await type(ada, 'select 1;');

  expect(await putAside(ada)).toMatchObject({ error: { code: 'limit_reached' } });
  expect(await putAside(leader, ada.text)).toEqual({ ok: true, number: CANDIDATE_ASIDES_MAX + 1 });

  const left = ASIDES_MAX - CANDIDATE_ASIDES_MAX - 1;
  const more = rows.slice(0, left).map((row) => ({ ...row, number: row.number + CANDIDATE_ASIDES_MAX + 1 }));
  await db.insertInto('asides').values(more).execute();
  await type(ada, 'select 2;');
  expect(await putAside(leader, ada.text)).toMatchObject({ error: { code: 'limit_reached' } });
});
