import { randomUUID } from 'node:crypto';
import * as contract from '@cip/contracts/questions/interview-questions';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import { quickStart as quickStartCall } from '@cip/contracts/interviews/planning';
import { INTERVIEW_QUESTIONS_MAX, type ShownQuestion } from '@cip/contracts/questions/question-events';
import { archiveQuestion, changeQuestion, getQuestion, type QuestionTest } from '@cip/contracts/questions/questions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addQuestion,
  addTemplate,
  aQuestion,
  endInterview,
  newRoomCode,
  quickStart,
  registerCompany,
  scheduleInterview,
} from '../../../testing/builders.ts';
import { watchCompany } from '../../../testing/access/company-rows.ts';
import { call } from '../../../testing/http/call.ts';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { holdTransaction, untilBlocked } from '../../../testing/databases/hold-transaction.ts';
import { candidateOf, endElsewhere, startLiveRoom, type LiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { startRedisPair, type RedisPair } from '../../../testing/redis-pair.ts';
import { until } from '../../../testing/until.ts';
import { readTimeline } from '../../timeline/timeline.service.ts';

let pair: RedisPair;
const remember = closeAfterEach();
beforeAll(async () => {
  pair = await startRedisPair();
});
afterAll(() => pair.close());

const CANARY = 'Canary';
const flags = { is_query: false, is_ordered: false, is_numeric: false };
const shownTest: QuestionTest = { ...flags, name: 'One', input: '1', expected: '1', is_hidden: false };
const hiddenTest: QuestionTest = {
  ...flags,
  name: `${CANARY} test`,
  input: `${CANARY} in`,
  expected: `${CANARY} out`,
  is_hidden: true,
};
const secret = { title: `${CANARY} title`, guide: `${CANARY} guide`, tests: [shownTest, hiddenTest] };

interface Room extends LiveRoom {
  leader: OwnClient;
  ada: OwnClient;
}

/** Opens a room with its interviewer on one node and a candidate on the other. */
async function startRoom(): Promise<Room> {
  const room = await startLiveRoom(pair.node);
  const leader = remember(await OwnClient.join(pair.node.url, room.interviewer));
  return { ...room, leader, ada: remember(await OwnClient.join(pair.other.url, room.candidate)) };
}

const show = (client: OwnClient, questionId: string) => client.wire.emit('question:show', { questionId });
const read = async (client: OwnClient, known: string[] = []) =>
  (await client.wire.emit('question:read', { known })) as unknown as {
    shown: string[];
    front: string | null;
    questions: ShownQuestion[];
  };
const count = (client: OwnClient, event = 'question:changed') => client.wire.count(event);
const kinds = async (room: Room) => {
  const acts: [string, object][] = [];
  for await (const { kind, data } of readTimeline(pair.node.ctx.db, room.interview.id)) acts.push([kind, data]);
  return acts.filter(([kind]) => kind.startsWith('question') || kind === 'data_set');
};
const listFor = (room: Room) =>
  call(pair.node.app, contract.listInterviewQuestions, {
    token: room.owner.token,
    params: { id: room.interview.id },
  });

test('shows the present version to everyone, on both nodes, with what belongs to candidates only', async () => {
  const room = await startRoom();
  const { leader, ada } = room;
  const { id, ...question } = await addQuestion(pair.node, room.owner, { ...secret, data: 'create table t (a int);' });

  const reply = await show(leader, id);

  await until('the news', () => count(ada) === 1);
  expect(reply).toEqual({ ok: true, id: reply['id'], number: 1 });
  const { is_hidden: _, ...publicTest } = shownTest;
  const { text, starters } = question;
  expect(await read(ada)).toEqual({
    ok: true,
    shown: [reply['id']],
    front: reply['id'],
    questions: [{ id: reply['id'], number: 1, text, starters, tests: [publicTest] }],
    reports: [],
    sharesHidden: [],
    asides: 0,
  });
  expect((await read(ada, [String(reply['id'])])).questions).toEqual([]);
  const late = remember(await OwnClient.join(pair.other.url, await candidateOf(pair.node, room.roomCode, 'Bob')));
  expect((await read(late)).questions).toHaveLength(1);
  const dataSet = { name: 'Question 1', sql: 'create table t (a int);' };
  expect(ada.wire.received.find(({ event }) => event === 'run:data-set')?.data).toEqual({ dataSet });
  expect(await kinds(room)).toEqual([
    ['question_shown', { id: reply['id'], number: 1 }],
    ['data_set', { name: 'Question 1' }],
  ]);
  const { shown } = (await listFor(room)).reply;
  expect(shown).toMatchObject([{ question_id: id, number: 1, is_hidden: false, content: secret }]);
});

test('shows the files of a starter to everyone, and hidden ones to nobody in the room', async () => {
  const room = await startRoom();
  const { leader, ada, owner, interview } = room;
  const cart = { name: 'cart.py', code: 'total = 0\n' };
  const files = [{ name: `${CANARY}_test.py`, code: `# ${CANARY}`, is_hidden: true }, cart];
  const { id } = await addQuestion(pair.node, owner, {
    starters: [{ language: 'python', code: 'import cart', files }],
  });

  await show(leader, id);

  await until('the news', () => count(ada) === 1);
  for (const client of [leader, ada])
    expect((await read(client)).questions).toMatchObject([
      { starters: [{ language: 'python', code: 'import cart', files: [cart] }] },
    ]);
  expect(JSON.stringify([await read(ada), await read(leader)])).not.toContain(CANARY);
  // They stay with the copy, as they were when it was shown.
  await call(pair.node.app, changeQuestion, {
    token: owner.token,
    params: { id },
    body: { version: 1, content: aQuestion({ starters: [] }) },
  });
  const { content } = await pair.node.ctx.db
    .selectFrom('interview_questions')
    .select('content')
    .where('interview_id', '=', interview.id)
    .executeTakeFirstOrThrow();
  const hidden = [{ language: 'python', name: `${CANARY}_test.py`, code: `# ${CANARY}` }];
  expect(content.hidden_files).toEqual(hidden);
  const { shown } = (await listFor(room)).reply;
  expect(shown).toMatchObject([{ hidden_files: hidden, content: { starters: [] } }]);
});

test('keeps a shown question as it was when it changes or is archived', async () => {
  const { owner, leader, ada } = await startRoom();
  const { token } = owner;
  const { id } = await addQuestion(pair.node, owner, { text: 'First' });
  await show(leader, id);
  const params = { id };
  const body = { version: 1, content: aQuestion({ text: 'Second' }) };
  await call(pair.node.app, changeQuestion, { token, params, body });
  await call(pair.node.app, archiveQuestion, { token, params });
  const shown = (await read(ada)).shown[0];
  await leader.wire.emit('question:hide', { id: shown });
  expect((await read(ada)).shown).toEqual([]);

  expect(await show(leader, id)).toMatchObject({ id: shown, number: 1 });

  expect((await read(ada)).questions).toMatchObject([{ text: 'First' }]);
  expect((await call(pair.node.app, getQuestion, { token, params })).reply.question.is_used).toBe(true);
});

test('shows several questions with one in front, even if two interviewers show concurrently', async () => {
  const room = await startRoom();
  const { leader, ada, owner } = room;
  const second = remember(await OwnClient.join(pair.other.url, room.interviewer));
  const questions = [
    await addQuestion(pair.node, owner, { data: 'select 1;' }),
    await addQuestion(pair.node, owner, { data: 'select 1;' }),
  ] as const;

  const [one, two] = await Promise.all([show(leader, questions[0].id), show(second, questions[1].id)]);

  expect([one['number'], two['number']].toSorted((a, b) => Number(a) - Number(b))).toEqual([1, 2]);
  const { shown, front } = await read(ada);
  expect(shown).toHaveLength(2);
  const behind = shown.find((id) => id !== front);
  const heard = ada.wire.count('run:data-set');
  await leader.wire.emit('question:front', { id: behind });
  expect((await read(ada)).front).toBe(behind);
  // Its data comes to the front with it.
  await until('its data', () => ada.wire.count('run:data-set') > heard);
  const number = behind === one['id'] ? one['number'] : two['number'];
  const last = ada.wire.received.findLast(({ event }) => event === 'run:data-set');
  expect(last?.data).toMatchObject({ dataSet: { name: `Question ${String(number)}` } });
  await leader.wire.emit('question:hide', { id: behind });
  expect(await read(ada)).toMatchObject({ shown: [front], front });
});

test('gives starters that were stored by earlier rules the line ends of the document', async () => {
  const { leader, ada, owner } = await startRoom();
  const { id: questionId } = await addQuestion(pair.node, owner);
  const stored = [{ language: 'python', code: 'x\r\ny\f', files: [{ name: 'a.py', code: 'a\r\n' }] }];
  await sql`update question_versions set starters = ${JSON.stringify(stored)}::jsonb where question_id = ${questionId}`.execute(
    pair.node.ctx.db,
  );
  await show(leader, questionId);
  const [shown] = (await read(ada)).questions;
  expect(shown?.starters).toEqual([{ language: 'python', code: 'x\ny', files: [{ name: 'a.py', code: 'a\n' }] }]);
});

test('takes the data of another question away from a question in SQL without data, each time, and keeps own data', async () => {
  const room = await startRoom();
  const { leader, ada, owner } = room;
  const inSql = { starters: [{ language: 'postgresql', code: 'select 1;' }] };
  const withData = await addQuestion(pair.node, owner, { ...inSql, data: 'create table customers (id int);' });
  const without = await addQuestion(pair.node, owner, inSql);
  const inPython = await addQuestion(pair.node, owner, { starters: [{ language: 'python', code: 'pass' }] });
  const dataOfRoom = async () => {
    const reply = await ada.wire.emit('run:read', {});
    return (reply['dataSet'] as { name: string } | null)?.name ?? null;
  };

  const first = await show(leader, withData.id);
  expect(await dataOfRoom()).toBe('Question 1');
  const second = await show(leader, without.id);
  expect(await dataOfRoom()).toBeNull();
  await leader.wire.emit('question:front', { id: first['id'] });
  expect(await dataOfRoom()).toBe('Question 1');
  await show(leader, inPython.id);
  expect(await dataOfRoom()).toBe('Question 1');
  await leader.wire.emit('question:front', { id: second['id'] });
  expect(await dataOfRoom()).toBeNull();
  await leader.wire.emit('run:data-set', { dataSet: { name: 'Shop', sql: 'create table items (id int);' } });
  await leader.wire.emit('question:front', { id: second['id'] });
  expect(await dataOfRoom()).toBe('Shop');
});

test('takes the data of a hidden question away, for the data of the question that is then in front', async () => {
  const { leader, ada, owner } = await startRoom();
  const inSql = { starters: [{ language: 'postgresql', code: 'select 1;' }] };
  const first = await addQuestion(pair.node, owner, { ...inSql, data: 'create table customers (id int);' });
  const second = await addQuestion(pair.node, owner, { ...inSql, data: 'create table orders (id int);' });
  const dataOfRoom = async () => (await ada.wire.emit('run:read', {}))['dataSet'];

  const shown = await show(leader, first.id);
  const { id } = await show(leader, second.id);
  expect(await dataOfRoom()).toMatchObject({ name: 'Question 2' });
  const news = ada.wire.next('run:data-set');
  await leader.wire.emit('question:hide', { id });
  expect(await news).toMatchObject({ dataSet: { name: 'Question 1' } });
  expect(await dataOfRoom()).toEqual({ name: 'Question 1', sql: 'create table customers (id int);' });
  await leader.wire.emit('run:data-set', { dataSet: { name: 'Shop', sql: 'create table items (id int);' } });
  await leader.wire.emit('question:hide', { id: shown['id'] });
  expect(await dataOfRoom()).toMatchObject({ name: 'Shop' });
  await leader.wire.emit('question:front', { id });
  await leader.wire.emit('question:hide', { id });
  expect(await dataOfRoom()).toBeNull();
});

test('shows a question once if two interviewers show it concurrently', async () => {
  const room = await startRoom();
  const second = remember(await OwnClient.join(pair.other.url, room.interviewer));
  const { id } = await addQuestion(pair.node, room.owner);

  const [one, other] = await Promise.all([show(room.leader, id), show(second, id)]);

  expect(one).toEqual(other);
  expect((await read(room.ada)).shown).toEqual([one['id']]);
});

test('does not show a question that a colleague is just deleting', async () => {
  const { leader, ada, owner } = await startRoom();
  const { id } = await addQuestion(pair.node, owner);
  const { db } = pair.node.ctx;
  const commit = await holdTransaction(db, (trx) => trx.deleteFrom('questions').where('id', '=', id).execute());

  const answer = show(leader, id);
  await untilBlocked(db);
  await commit();

  expect(await answer).toMatchObject({ error: { code: 'not_found' } });
  expect((await read(ada)).shown).toEqual([]);
});

test('shows no question beyond the limit of a session', async () => {
  const { leader, owner } = await startRoom();
  const ids: string[] = [];
  for (let count = 0; count <= INTERVIEW_QUESTIONS_MAX; count++) ids.push((await addQuestion(pair.node, owner)).id);

  const answers = await Promise.all(ids.map((id) => show(leader, id)));

  expect(answers.filter(({ ok }) => ok)).toHaveLength(INTERVIEW_QUESTIONS_MAX);
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'limit_reached' } });
});

test('refuses candidates, other companies’ questions, and ended interviews', async () => {
  const room = await startRoom();
  const { owner, leader, ada, interview } = room;
  const theirs = await addQuestion(pair.node, await registerCompany(pair.node), secret);
  const ours = await addQuestion(pair.node, owner);

  for (const event of ['show', 'hide', 'front'])
    expect(await ada.wire.emit(`question:${event}`, { questionId: ours.id, id: ours.id })).toMatchObject({ ok: false });
  for (const questionId of [theirs.id, randomUUID()])
    expect(await show(leader, questionId)).toMatchObject({ ok: false, error: { code: 'not_found' } });
  expect(await leader.wire.emit('question:front', { id: randomUUID() })).toMatchObject({
    error: { code: 'not_found' },
  });
  expect(await show(leader, 'no id')).toMatchObject({ error: { code: 'invalid' } });
  expect(await read(ada)).toMatchObject({ shown: [], front: null });
  const { id: copy } = await show(leader, ours.id);
  const before = [await read(ada), await kinds(room)];
  await endElsewhere(pair.node, interview);
  const changes = { show: { questionId: ours.id }, hide: { id: copy }, front: { id: copy } };
  for (const [event, payload] of Object.entries(changes))
    expect(await leader.wire.emit(`question:${event}`, payload)).toMatchObject({ error: { code: 'ended' } });
  expect([await read(ada), await kinds(room)]).toEqual(before);
  expect((await call(pair.node.app, contract.listInterviewQuestions, { params: { id: randomUUID() } })).status).toBe(
    401,
  );
});

test('lists the questions of the template first', async () => {
  const owner = await registerCompany(pair.node, { plan: 'enterprise' });
  const question = await addQuestion(pair.node, owner, { title: 'Planned' });
  const { id: template_id } = await addTemplate(pair.node, owner, { question_ids: [question.id] });
  const { token } = owner;
  const body = { room_code: newRoomCode(), template_id };
  const { session } = (await call(pair.node.app, quickStartCall, { token, body })).reply;

  const { reply } = await call(pair.node.app, contract.listInterviewQuestions, { token, params: { id: session.id } });

  expect(reply).toEqual({
    template: {
      name: 'Backend',
      questions: [
        { id: question.id, title: 'Planned', is_archived: false, languages: ['python'], test_count: 0, minutes: 20 },
      ],
    },
    shown: [],
  });
});

test('stores and sends nothing about questions in a session without a template or a question', async () => {
  const owner = await registerCompany(pair.node, { plan: 'enterprise' });
  const { db } = pair.node.ctx;
  const rows = await watchCompany(db, owner.company.id);
  const before = await rows();
  const { id, room_code: roomCode } = await quickStart(pair.node, owner);
  const interviewer = { roomCode, userName: 'Ines', userType: 'interviewer' as const, authToken: owner.token };
  const leader = remember(await OwnClient.join(pair.node.url, interviewer));
  const ada = remember(await OwnClient.join(pair.other.url, await candidateOf(pair.node, roomCode, 'Ada')));
  const text = ada.text;
  ada.insert(0, 'x');
  await until('the edit', () => leader.text === `x${text}`);
  await scheduleInterview(pair.node, owner);
  await endInterview(pair.node, owner, roomCode);

  expect(text).toBe(DEFAULT_CODE);
  for (const { wire } of [leader, ada])
    expect(wire.received.filter(({ event }) => /^(question|run):/.test(event))).toEqual([]);
  const added = (await rows()).filter((row) => !before.includes(row));
  const tables = new Set(added.map((row) => row.split(' ')[0] ?? ''));
  expect(tables).toContain('timeline_events');
  expect([...tables].filter((table) => /question|template|run/.test(table))).toEqual([]);
  const interviews = await db.selectFrom('interviews').selectAll().where('company_id', '=', owner.company.id).execute();
  for (const interview of interviews) expect(interview).toMatchObject({ template_id: null, typing_mode: 'enter' });
  const acts: string[] = [];
  for await (const { kind } of readTimeline(db, id)) acts.push(kind);
  expect(acts).toEqual(['opened', 'joined', 'joined', 'ended']);
});

test('shows a question on the other node soon without Redis', { tags: ['long'] }, async () => {
  const { leader, ada, owner } = await startRoom();
  const { id } = await addQuestion(pair.node, owner);
  await pair.loseRedis();

  await show(leader, id);

  await until('a hint', () => count(ada) > 0);
  expect((await read(ada)).shown).toHaveLength(1);
});

test(
  'reads large questions in several replies, the one in front first, and every time tells that more is left',
  { tags: ['long'] },
  async () => {
    const { leader, ada, owner } = await startRoom();
    const tests = Array.from({ length: 30 }, (_, nth) => ({ ...shownTest, name: `${nth}`, input: 'x'.repeat(10_000) }));
    const shown: string[] = [];
    for (const text of ['First', 'Second', 'Third'])
      shown.push(String((await show(leader, (await addQuestion(pair.node, owner, { text, tests })).id))['id']));
    await until('the news', () => count(ada) === 3);

    const known: string[] = [];
    const texts: string[][] = [];
    for (let reads = 0; reads < 3; reads++) {
      const reply = await read(ada, known);
      expect(reply.shown).toEqual(shown);
      known.push(...reply.questions.map(({ id }) => id));
      texts.push(reply.questions.map(({ text }) => text));
    }
    expect(texts).toEqual([['Third'], ['First'], ['Second']]);
    // The last reply was whole.
    expect(count(ada)).toBe(5);
  },
);

test(
  'lists large questions without their texts and tests, never their data, and returns one whole',
  { tags: ['long'] },
  async () => {
    const room = await startRoom();
    const { leader, owner } = room;
    const tests = Array.from({ length: 30 }, (_, nth) => ({
      ...hiddenTest,
      name: `${nth}`,
      input: 'x'.repeat(10_000),
    }));
    const files = [{ name: 'test_all.py', code: '', is_hidden: true }];
    const starters = [{ language: 'python', code: '', files }];
    for (const title of ['First', 'Second', 'Third', 'Fourth'])
      await show(
        leader,
        (await addQuestion(pair.node, owner, { title, tests, starters, data: 'x'.repeat(500_000) })).id,
      );

    const response = await listFor(room);

    const { shown } = response.reply;
    expect(shown.map(({ content, is_whole }) => [content.title, is_whole, content.tests.length])).toEqual([
      ['First', true, 30],
      ['Second', true, 30],
      ['Third', true, 30],
      ['Fourth', false, 0],
    ]);
    expect(shown.map(({ content }) => content.data)).toEqual([null, null, null, null]);
    expect(shown.map(({ hidden_files: hidden }) => hidden?.length)).toEqual([1, 1, 1, undefined]);
    const params = { id: room.interview.id, question_id: shown[3]?.id ?? '' };
    const { reply } = await call(pair.node.app, contract.getInterviewQuestion, { token: owner.token, params });
    expect(reply.hidden_files).toEqual([{ language: 'python', name: 'test_all.py', code: '' }]);
    expect(reply).toMatchObject({ number: 4, is_whole: true, content: { title: 'Fourth', tests, data: null } });
    const unknown = { ...params, question_id: randomUUID() };
    const missing = await call(pair.node.app, contract.getInterviewQuestion, { token: owner.token, params: unknown });
    expect(missing.status).toBe(404);
  },
);
