import { randomUUID } from 'node:crypto';
import type { QuestionTest } from '@cip/contracts/questions/questions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addQuestion, quickStart } from '../../../testing/builders.ts';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { candidateOf, endElsewhere, startLiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { recordReceived } from '../../../testing/sockets/received-bytes.ts';
import { startEngine, type EngineStandIn } from '../../../testing/run-engine/stand-in.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';

let engine: EngineStandIn;
let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  engine = await startEngine({ runLimitMs: 10_000 });
  node = await startTestApp({ listen: true, env: { RUN_ENGINE_URL: engine.url, RATE_LIMITS: 'on' } });
  await until('the languages', () => (node.ctx.runEngine?.languages().length ?? 0) > 0);
});
afterAll(async () => {
  await node.close();
  await engine.close();
});

const SECRET = 'CANARY';
const shown: QuestionTest = {
  name: 'One',
  is_query: false,
  input: '1',
  expected: 'You wrote: 1',
  is_ordered: false,
  is_numeric: false,
  is_hidden: false,
};
const hidden = { ...shown, name: `${SECRET} name`, input: `${SECRET} in`, expected: `${SECRET} out`, is_hidden: true };
const query = { ...shown, name: 'Rows', is_query: true };

/** Opens a room that shows a question with a hidden test between two shown ones. */
async function startRoom() {
  const room = await startLiveRoom(node);
  const leader = remember(await OwnClient.join(node.url, room.interviewer));
  const ada = remember(await OwnClient.join(node.url, room.candidate));
  const { id } = await addQuestion(node, room.owner, { tests: [shown, hidden, query] });
  const { id: question } = await leader.wire.emit('question:show', { questionId: id });
  const request = { question, test: 0, language: 'java', code: 'echo stdin', limitMs: 5_000 };
  const run = ({ wire }: OwnClient, changes: object = {}) => wire.emit('question:run-test', { ...request, ...changes });
  return { ...room, leader, ada, question, run };
}

test('runs a test with its input and limit, and sends the output only to the requester', async () => {
  const { leader, ada, run } = await startRoom();
  const received = [leader.wire, ada.wire].map(recordReceived);

  expect(await run(ada)).toMatchObject({ ok: true, out: 'You wrote: 1', end: { reason: 'finished', exitCode: 0 } });
  expect(received[0]?.()).not.toContain('You wrote');
  expect(await run(leader, { test: 2, limitMs: 700 })).toMatchObject({ ok: true, out: `You wrote: ${SECRET} in` });

  const job = { language: 'java', stdin: `${SECRET} in`, run_timeout: 700, run_cpu_time: 700 };
  expect(engine.received.at(-1)?.body).toMatchObject(job);
  expect(received[1]?.()).not.toContain(SECRET);
  for (const { wire } of [leader, ada])
    expect(wire.received.filter(({ event }) => event.startsWith('run:'))).toEqual([]);
  const runs = await node.ctx.db.selectFrom('runs').select('id').execute();
  expect(runs).toEqual([]);
});

test('gives all files to the engine, if they are the files of the code', async () => {
  const { ada, run } = await startRoom();
  const shop = { name: 'lib/Shop.java', content: 'class Shop {}' };
  const files = [{ name: 'Main.java', content: 'echo stdin' }, shop];
  expect(await run(ada, { files })).toMatchObject({ ok: true, out: 'You wrote: 1' });
  expect(engine.received.at(-1)?.body['files']).toEqual([{ name: 'Main', content: 'echo stdin' }, shop]);
  for (const [wrong, code] of [
    [[{ name: 'Main.java', content: 'other' }, shop], 'invalid'],
    [[files[0], { ...shop, name: '../Shop.java' }], 'invalid'],
    [[files[0], { ...shop, content: 'x'.repeat(200_000) }], 'too_large'],
  ] as const)
    expect(await run(ada, { files: wrong })).toMatchObject({ ok: false, error: { code } });
});

test('refuses hidden tests to candidates, and tests that no shown question has', async () => {
  const { leader, ada, run, question, interview } = await startRoom();
  const refused = async (client: OwnClient, changes: object, code: string) =>
    expect(await run(client, changes)).toMatchObject({ error: { code } });
  const before = engine.received.length;

  for (const place of [2, 29]) await refused(ada, { test: place }, 'forbidden');
  await refused(leader, { test: 3 }, 'not_found');
  await refused(leader, { question: randomUUID() }, 'not_found');
  await refused(leader, { test: 1 }, 'invalid');
  await refused(leader, { language: 'verilog' }, 'invalid');
  await refused(leader, { limitMs: 5_001 }, 'invalid');
  await leader.wire.emit('run:allow', { isAllowed: false });
  await refused(ada, {}, 'forbidden');
  await leader.wire.emit('run:allow', { isAllowed: true });
  await leader.wire.emit('question:hide', { id: question });
  await refused(ada, {}, 'not_found');
  await leader.wire.emit('question:front', { id: question });
  await endElsewhere(node, interview);
  await refused(leader, {}, 'ended');
  expect(engine.received).toHaveLength(before);
});

test('limits a company to four parallel tests, and an interview to sixty in a minute', async () => {
  const { leader, ada, run, interview } = await startRoom();
  const before = engine.connections();
  const endless = { code: 'sleep', limitMs: 1_000, test: 0 };

  const answers = await Promise.all(Array.from({ length: 6 }, () => run(leader, endless)));

  expect(answers.filter(({ ok }) => ok)).toHaveLength(4);
  for (const { ok, end, error } of answers)
    expect(ok ? end : error).toMatchObject(ok ? { reason: 'time_limit' } : { code: 'limit_reached' });
  expect(engine.connections()).toBe(before);
  expect(await run(ada)).toMatchObject({ ok: true });
  const fill = async () => {
    for (;;) await node.ctx.limits.engineTests.take(interview.id);
  };
  await expect(fill()).rejects.toThrow('Too many tests. Wait a minute.');
  expect(await run(ada)).toMatchObject({ error: { code: 'too_many_requests' } });
});

test('leaves tests to candidates of another interview of the company', { tags: ['long'] }, async () => {
  const { ada, run, owner } = await startRoom();
  const { room_code: roomCode } = await quickStart(node, owner);
  const leader = remember(await OwnClient.join(node.url, { roomCode, authToken: owner.token }));
  const bob = remember(await OwnClient.join(node.url, await candidateOf(node, roomCode, 'Bob')));
  const { id: questionId } = await addQuestion(node, owner, { title: 'Another', tests: [shown] });
  const { id: question } = await leader.wire.emit('question:show', { questionId });
  const before = engine.received.length;
  const endless = Promise.all(Array.from({ length: 3 }, () => run(ada, { code: 'sleep', limitMs: 2_000 })));
  await until('two tests', () => engine.received.length - before >= 2);

  expect(await run(bob, { question })).toMatchObject({ ok: true, out: 'You wrote: 1' });
  const refused = (await endless).filter(({ ok }) => !ok);
  expect(refused).toMatchObject([{ error: { code: 'limit_reached' } }]);
});
