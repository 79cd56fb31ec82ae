import { randomUUID } from 'node:crypto';
import * as contract from '@cip/contracts/interview-questions';
import { getPublicInterview } from '@cip/contracts/interviews';
import { exportCandidate } from '@cip/contracts/exports';
import type { ShownQuestion } from '@cip/contracts/question-events';
import { archiveQuestion, changeQuestion, getQuestion, type QuestionTest } from '@cip/contracts/questions';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addQuestion,
  addTemplate,
  aQuestion,
  endInterview,
  newRoomCode,
  registerCompany,
} from '../../testing/builders.ts';
import { call } from '../../testing/call.ts';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { candidateOf, startLiveRoom, type LiveRoom } from '../../testing/live-room.ts';
import { OwnClient } from '../../testing/own-client.ts';
import { PlainClient } from '../../testing/plain-client.ts';
import { startRedisPair, type RedisPair } from '../../testing/redis-pair.ts';
import { until } from '../../testing/until.ts';
import { quickStart as quickStartCall } from '@cip/contracts/interviews';
import { readTimeline } from '../timeline/timeline.service.ts';

/** The bound for news of other nodes without Redis (ms). */
const WITHOUT_REDIS_MS = 2_500;

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

test('keeps what was shown when the question changes or is archived, and shows it again as it was', async () => {
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

test('shows several with one in front, also when two interviewers show at once', async () => {
  const room = await startRoom();
  const { leader, ada, owner } = room;
  const second = remember(await OwnClient.join(pair.other.url, room.interviewer));
  const questions = [await addQuestion(pair.node, owner), await addQuestion(pair.node, owner)] as const;

  const [one, two] = await Promise.all([show(leader, questions[0].id), show(second, questions[1].id)]);

  expect([one['number'], two['number']].toSorted((a, b) => Number(a) - Number(b))).toEqual([1, 2]);
  const { shown, front } = await read(ada);
  expect(shown).toHaveLength(2);
  const behind = shown.find((id) => id !== front);
  await leader.wire.emit('question:front', { id: behind });
  expect((await read(ada)).front).toBe(behind);
  await leader.wire.emit('question:hide', { id: behind });
  expect(await read(ada)).toMatchObject({ shown: [front], front });
});

test('refuses candidates, other companies’ questions, and ended interviews', async () => {
  const { owner, leader, ada, roomCode } = await startRoom();
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
  await endInterview(pair.node, owner, roomCode);
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
    template: { name: 'Backend', questions: [{ id: question.id, title: 'Planned' }] },
    shown: [],
  });
});

/** Records every byte that a client receives. */
function record({ socket }: PlainClient): () => string {
  let bytes = '';
  socket.io.engine.on('packet', ({ data }: { data?: unknown }) => (bytes += String(data)));
  return () => bytes;
}

test('no byte that a candidate receives has a title, a guide or a hidden test', async () => {
  const room = await startRoom();
  const { leader, ada, owner, roomCode } = room;
  const plain = remember(await PlainClient.join(pair.other.url, await candidateOf(pair.node, roomCode, 'Pat')));
  const [own, documented] = [record(ada.wire), record(plain)];
  const { id } = await addQuestion(pair.node, owner, { ...secret, data: 'select 1;' });
  const before = plain.received.length;

  const { id: copy } = await show(leader, id);
  await until('the news', () => count(ada) > 0);
  const tries = ['question:read', 'question:show', 'question:hide', 'question:front'].map((event) =>
    ada.wire.emit(event, { known: [], questionId: id, id: copy }),
  );
  await Promise.all(tries);
  await read(ada);
  await plain.emit('question:read', { known: [] });
  await leader.wire.emit('question:hide', { id: copy });
  await until('the end of it', () => count(ada) > 1);
  const token = String(room.candidate.authToken);
  const link = await call(pair.node.app, getPublicInterview, { params: { roomCode } });
  const answer = await pair.node.app.inject({
    url: `/api${exportCandidate.url.replace(':roomCode', roomCode)}`,
    headers: { authorization: `Bearer ${token}` },
  });
  const archive = Object.values(unzipSync(answer.rawPayload)).map((file) => strFromU8(file));

  expect(own()).toContain('Print the sum');
  expect(archive.join('')).toContain('question_shown');
  expect(plain.received.slice(before).map(({ event }) => event)).toEqual([]);
  for (const text of [own(), documented(), JSON.stringify(link.reply), ...archive]) expect(text).not.toContain(CANARY);
});

test('without Redis, the other node learns of a question within two seconds', async () => {
  const { leader, ada, owner } = await startRoom();
  const { id } = await addQuestion(pair.node, owner);
  await pair.loseRedis();

  await show(leader, id);

  await until('a hint', () => count(ada) > 0, WITHOUT_REDIS_MS);
  expect((await read(ada)).shown).toHaveLength(1);
});
