import { randomUUID } from 'node:crypto';
import { listInterviewQuestions } from '@cip/contracts/questions/interview-questions';
import type { QuestionContent, QuestionTest } from '@cip/contracts/questions/questions';
import type { TestsReport } from '@cip/contracts/questions/test-reports';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addQuestion } from '../../../testing/builders.ts';
import { call } from '../../../testing/http/call.ts';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { endElsewhere, startLiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { startRedisPair, type RedisPair } from '../../../testing/redis-pair.ts';
import { until } from '../../../testing/until.ts';
import { readTimeline } from '../../timeline/timeline.service.ts';
import { findChangedQuestions } from './interview-questions.service.ts';

let pair: RedisPair;
const remember = closeAfterEach();
beforeAll(async () => {
  pair = await startRedisPair();
});
afterAll(() => pair.close());

const CANARY = 'Canary';
const aTest = (changes: Partial<QuestionTest> = {}): QuestionTest => ({
  name: 'One',
  input: '1',
  expected: '1',
  is_query: false,
  is_ordered: false,
  is_numeric: false,
  is_hidden: false,
  ...changes,
});
const hidden = aTest({ name: `${CANARY} a`, input: `${CANARY} b`, expected: `${CANARY} c`, is_hidden: true });
const passed = { outcome: 'passed', output: '1\n', error: '' };

/** Opens a room where a question with two shown and two hidden tests is shown. */
async function startRoom(content: Partial<QuestionContent> = {}) {
  const room = await startLiveRoom(pair.node);
  const leader = remember(await OwnClient.join(pair.node.url, room.interviewer));
  const ada = remember(await OwnClient.join(pair.other.url, room.candidate));
  const secret = { title: `${CANARY} title`, guide: `${CANARY} guide` };
  const tests = [aTest(), hidden, aTest({ name: 'Two' }), { ...hidden, name: `${CANARY} d` }];
  const { id } = await addQuestion(pair.node, room.owner, { ...secret, tests, ...content });
  const { id: copy } = await leader.wire.emit('question:show', { questionId: id });
  await until('the question', () => ada.wire.count('question:changed') === 1);
  const report = {
    question: String(copy),
    language: 'python',
    hash: 'a'.repeat(64),
    tests: [passed, { ...passed, outcome: 'failed', output: '2\n' }],
    hidden: null,
    isHiddenShared: false,
  };
  return { ...room, leader, ada, report };
}

type Room = Awaited<ReturnType<typeof startRoom>>;

const tell = (client: OwnClient, report: object) => client.wire.emit('question:tested', { ...report });
const readReports = async (client: OwnClient, known: string[] = []) =>
  (await client.wire.emit('question:read', { known }))['reports'] as TestsReport[];
const listFor = async ({ owner, interview }: Room) =>
  (await call(pair.node.app, listInterviewQuestions, { token: owner.token, params: { id: interview.id } })).reply;
const recorded = async ({ interview }: Room) => {
  const acts: object[] = [];
  for await (const { kind, data } of readTimeline(pair.node.ctx.db, interview.id))
    if (kind === 'tests_run') acts.push(data);
  return acts;
};

test('sends a candidate’s report to everyone once, and to the timeline', async () => {
  const room = await startRoom();
  const { ada, leader, report } = room;

  expect(await tell(ada, report)).toEqual({ ok: true });

  await until('the news', () => leader.wire.count('question:changed') === 2);
  const { isHiddenShared: _, ...public_ } = report;
  const [read] = await readReports(leader);
  expect(read).toEqual({ ...public_, id: read?.id, by: 'Ada', byType: 'candidate', at: read?.at });
  expect(await readReports(leader, [String(read?.id)])).toEqual([]);
  expect(await recorded(room)).toEqual([{ id: report.question, number: 1, passed: 1, total: 2, hidden: null }]);
  await tell(ada, { ...report, tests: [passed, passed] });
  expect(await readReports(leader)).toMatchObject([{ tests: [passed, passed] }]);
});

test('counts hidden tests for interviewers, and for candidates if an interviewer shares them', async () => {
  const room = await startRoom();
  const { ada, leader, report } = room;
  const count = { passed: 1, total: 2 };

  await tell(leader, { ...report, hidden: count });
  expect(await readReports(ada)).toMatchObject([{ hidden: null }]);
  expect((await listFor(room)).shown).toMatchObject([{ report: { hidden: count } }]);

  await tell(leader, { ...report, hidden: count, isHiddenShared: true });
  expect(await readReports(ada)).toMatchObject([{ hidden: count }]);
  expect(await recorded(room)).toMatchObject([{ hidden: null }, { hidden: count }]);
});

test('shares the hidden results as soon as it is switched on, and keeps them with the code', async () => {
  const room = await startRoom();
  const { ada, leader, report } = room;
  const count = { passed: 1, total: 2 };
  const share = (isShared: boolean, client = leader) =>
    client.wire.emit('question:share-hidden', { id: report.question, isShared });
  await tell(leader, { ...report, hidden: count });
  const [before] = await readReports(ada);

  for (const isShared of [true, false, true]) {
    expect(await share(isShared)).toEqual({ ok: true });
    // Under another id, so that a page that knows the report reads it again.
    expect(await readReports(ada, [String(before?.id)])).toMatchObject([{ hidden: isShared ? count : null }]);
    const shared = (await ada.wire.emit('question:read', { known: [] }))['sharesHidden'];
    expect(shared).toEqual(isShared ? [report.question] : []);
  }

  await tell(ada, report);
  expect(await readReports(ada)).toMatchObject([{ by: 'Ada', hidden: count, hiddenBy: before?.by }]);
  expect((await listFor(room)).shown).toMatchObject([{ report: { hidden: count } }]);
  await tell(ada, { ...report, hash: 'b'.repeat(64) });
  expect(await readReports(ada)).toMatchObject([{ hidden: null }]);
  // A page of the previous release says of each report whether it is shared.
  await tell(leader, { ...report, hidden: count, isHiddenShared: false });
  expect(await readReports(ada)).toMatchObject([{ hidden: count }]);

  expect(await share(true, ada)).toMatchObject({ error: { code: 'forbidden' } });
  await leader.wire.emit('question:hide', { id: report.question });
  expect(await share(true)).toMatchObject({ error: { code: 'not_found' } });
});

test('finds withdrawn hidden results for nodes that missed the news', async () => {
  const { ada, leader, report, interview } = await startRoom();
  await tell(leader, { ...report, hidden: { passed: 1, total: 2 } });
  const share = (isShared: boolean) => leader.wire.emit('question:share-hidden', { id: report.question, isShared });
  await share(true);
  const { ctx } = pair.node;
  const hourAgo = sql<string>`now() - interval '1 hour'`;
  const sharedAt = sql<string>`report || jsonb_build_object('sharedAt', ${hourAgo})`;
  await ctx.db
    .updateTable('interview_questions')
    .set({ front_at: hourAgo, reported_at: hourAgo, report: sharedAt })
    .where('id', '=', report.question)
    .execute();
  const [before] = await readReports(ada);
  const changed = () => findChangedQuestions(ctx, [interview.id], 10);
  expect(await changed()).toEqual([]);

  expect(await share(false)).toEqual({ ok: true });

  expect(await changed()).toEqual([interview.id]);
  // The time of the tests stays, and the time of the withdrawal is nobody's.
  const [after] = await readReports(ada);
  expect(after).toEqual({ ...before, id: after?.id, hidden: null, hiddenBy: undefined });
});

test('keeps the last hidden results for interviewers while candidates report other code', async () => {
  const room = await startRoom();
  const { ada, leader, report } = room;
  const count = { passed: 1, total: 2 };
  await tell(leader, { ...report, hidden: count });
  await leader.wire.emit('question:share-hidden', { id: report.question, isShared: true });
  const { language, hash } = report;
  const lastHidden = { ...count, by: 'Acme', at: expect.any(String), language, hash };

  await tell(ada, { ...report, hash: 'b'.repeat(64) });

  expect((await listFor(room)).shown).toMatchObject([{ report: { by: 'Ada', hidden: null, lastHidden } }]);
  const [read] = await readReports(ada);
  expect(read).toMatchObject({ hidden: null });
  expect(read).not.toHaveProperty('lastHidden');
  await tell(ada, report);
  expect(await readReports(ada)).toMatchObject([{ hidden: count, hiddenBy: 'Acme' }]);
  await tell(leader, { ...report, hash: 'c'.repeat(64), hidden: { passed: 2, total: 2 } });
  expect((await listFor(room)).shown).toMatchObject([{ report: { lastHidden: { passed: 2, hash: 'c'.repeat(64) } } }]);
});

test('counts the tests of hidden files on top of hidden tests, for interviewers only', async () => {
  const files = [{ name: `${CANARY}_test.py`, code: `# ${CANARY}`, is_hidden: true }];
  const room = await startRoom({ starters: [{ language: 'python', code: '', files }] });
  const { ada, leader, report } = room;
  const count = { passed: 31, total: 44 };

  for (const bad of [
    { passed: 1, total: 1 },
    { passed: 45, total: 44 },
    { passed: 0, total: 1_001 },
  ])
    expect(await tell(leader, { ...report, hidden: bad })).toMatchObject({ error: { code: 'invalid' } });
  expect(await tell(ada, { ...report, hidden: count })).toMatchObject({ error: { code: 'forbidden' } });
  expect(await tell(leader, { ...report, hidden: count })).toEqual({ ok: true });
  expect((await listFor(room)).shown).toMatchObject([{ report: { hidden: count } }]);
  expect(await readReports(ada)).toMatchObject([{ hidden: null }]);
  await leader.wire.emit('question:share-hidden', { id: report.question, isShared: true });
  const received = await readReports(ada);
  expect(received).toMatchObject([{ hidden: count }]);
  expect(JSON.stringify([received, await recorded(room)])).not.toContain(CANARY);
});

test('refuses reports of hidden tests by candidates, of other questions, of other tests, and after the end', async () => {
  const room = await startRoom();
  const { ada, leader, report } = room;
  const refused = async (client: OwnClient, changes: object, code: string) =>
    expect(await tell(client, { ...report, ...changes })).toMatchObject({ error: { code } });

  await refused(ada, { hidden: { passed: 2, total: 2 } }, 'forbidden');
  await refused(ada, { question: randomUUID() }, 'not_found');
  await refused(leader, { hidden: { passed: 3, total: 2 } }, 'invalid');
  await refused(leader, { tests: [passed] }, 'invalid');
  await refused(ada, { tests: [passed, { ...passed, output: 'x'.repeat(2_001) }] }, 'invalid');
  expect(await readReports(leader)).toEqual([]);
  expect(await recorded(room)).toEqual([]);
  await leader.wire.emit('question:hide', { id: report.question });
  await refused(leader, {}, 'not_found');
  await leader.wire.emit('question:front', { id: report.question });
  await tell(leader, report);
  const before = [await listFor(room), await recorded(room)];
  await endElsewhere(pair.node, room.interview);
  const late = { tests: [passed, passed], hidden: { passed: 2, total: 2 }, isHiddenShared: true };
  await refused(leader, late, 'ended');
  await refused(ada, { tests: [passed, passed] }, 'ended');
  expect([await listFor(room), await recorded(room)]).toEqual(before);
});
