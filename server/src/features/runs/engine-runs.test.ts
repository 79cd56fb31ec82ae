import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quickStart, registerCompany } from '../../testing/builders.ts';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { holdTransaction } from '../../testing/databases/hold-transaction.ts';
import { candidateOf, startLiveRoom } from '../../testing/sockets/live-room.ts';
import { OwnClient } from '../../testing/sockets/own-client.ts';
import { startEngine, type EngineStandIn } from '../../testing/run-engine/stand-in.ts';
import { aRequest } from '../../testing/sockets/runs.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

let engine: EngineStandIn;
let node: TestApp;
const remember = closeAfterEach();
/** Time for a stop to reach the engine on its node: far less than between two looks at the database (ms). */
const STOPPED_WITHIN_MS = 500;
/** Time for a run without a sign of life to be found (ms). */
const LOST_WITHIN_MS = 15_000;

beforeAll(async () => {
  engine = await startEngine();
  const env = { RUN_ENGINE_URL: engine.url, RUN_LIMIT_MS: '9000', RUNS_PER_MINUTE: '2' };
  node = await startTestApp({ listen: true, env });
  await until('the languages', () => (node.ctx.runEngine?.languages().length ?? 0) > 0);
});
afterAll(async () => {
  await node.close();
  await engine.close();
});

const eventsOf = (client: OwnClient, event: string) =>
  client.wire.received.filter((entry) => entry.event === event).map(({ data }) => data);

async function roomWith(code: string) {
  const room = await startLiveRoom(node);
  const leader = remember(await OwnClient.join(node.url, room.interviewer));
  const ada = remember(await OwnClient.join(node.url, room.candidate));
  ada.erase(0, ada.text.length);
  ada.insert(0, code);
  await until('the edit', () => leader.text === code);
  return { leader, ada, request: aRequest(code, { language: 'java', place: 'engine', stdin: 'from the box' }) };
}

test('executes a run on the engine, and shows everyone its output and end', async () => {
  const { leader, ada, request } = await roomWith('echo stdin');
  expect(await ada.wire.emit('run:read', {})).toMatchObject({
    engineLanguages: node.ctx.runEngine?.languages(),
    limitMs: 9_000,
  });

  const started = await ada.wire.emit('run:start', request);

  expect(started).toMatchObject({ isNew: true, run: { runner: { id: null, name: 'Run engine', device: 'engine' } } });
  await until('the end', () => eventsOf(leader, 'run:ended').length > 0);
  expect(eventsOf(leader, 'run:ended')).toMatchObject([{ id: request.id, end: { reason: 'finished' } }]);
  const { pieces } = await leader.wire.emit('run:read', {});
  expect(JSON.stringify(pieces)).toContain('from the box');
  expect(JSON.stringify([...leader.wire.received, ...ada.wire.received])).not.toContain(engine.url);
});

test('stops a run of the engine immediately for any participant', async () => {
  const { leader, ada, request } = await roomWith('sleep');
  await ada.wire.emit('run:start', { ...request, stdin: '' });
  await until('the connection to the engine', () => engine.connections() > 0);
  await leader.wire.emit('run:stop', { id: request.id });

  await until('the end', () => eventsOf(ada, 'run:ended').length > 0, STOPPED_WITHIN_MS);
  expect(eventsOf(ada, 'run:ended')).toMatchObject([{ end: { reason: 'stopped' } }]);
  await until('the end of the connection', () => engine.connections() === 0);
});

test('loses a run if its output could not be stored, instead of finishing without it', { tags: ['long'] }, async () => {
  const { leader, ada, request } = await roomWith('late exit');
  const release = await holdTransaction(node.ctx.db, (trx) => sql`lock table run_pieces`.execute(trx));
  await ada.wire.emit('run:start', { ...request, stdin: '' });
  let cancelled = 0;
  while (cancelled === 0) cancelled = (await cancelBlocked()).length;
  await release();

  await until('the end', () => eventsOf(leader, 'run:ended').length > 0, LOST_WITHIN_MS);
  expect(eventsOf(leader, 'run:ended')).toMatchObject([{ id: request.id, end: { reason: 'lost' } }]);
});

/** Cancels the statements that wait for the lock, like a database that restarts; returns a row for each. */
async function cancelBlocked(): Promise<unknown[]> {
  const { rows } = await sql`
    select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%run_pieces%'`.execute(node.ctx.db);
  return rows;
}

test('refuses output or an end of the engine’s run from participants', async () => {
  const { ada, request } = await roomWith('sleep');
  const { id } = request;
  await ada.wire.emit('run:start', request);
  const piece = { seq: 0, at: 0, stream: 'out', text: 'forged' };

  expect(await ada.wire.emit('run:output', { id, piece })).toMatchObject({ error: { code: 'conflict' } });
  await ada.wire.emit('run:stop', { id });
});

test('executes four runs of a company in parallel, even if six start together', async () => {
  const owner = await registerCompany(node, { plan: 'enterprise' });
  const clients: OwnClient[] = [];
  for (let count = 0; count < 6; count++) {
    const { room_code: roomCode } = await quickStart(node, owner);
    const ada = remember(await OwnClient.join(node.url, await candidateOf(node, roomCode, 'Ada')));
    ada.erase(0, ada.text.length);
    ada.insert(0, 'sleep');
    await until('the edit', () => ada.unacknowledged.size === 0);
    clients.push(ada);
  }

  const starts = clients.map(async ({ wire }) => {
    const request = aRequest('sleep', { language: 'java', place: 'engine' });
    return { reply: await wire.emit('run:start', request), stop: () => wire.emit('run:stop', { id: request.id }) };
  });
  const started = await Promise.all(starts);

  const refused = started.filter(({ reply }) => !reply.ok);
  expect(refused.map(({ reply }) => reply)).toMatchObject(
    Array.from({ length: 2 }, () => ({
      error: {
        code: 'limit_reached',
        message: 'Other runs of your company are not finished. Try again in a moment.',
      },
    })),
  );
  await Promise.all(started.filter(({ reply }) => reply.ok).map(({ stop }) => stop()));
});

test('refuses a language that the engine does not have', async () => {
  const { ada, request } = await roomWith('echo stdin');
  expect(await ada.wire.emit('run:start', { ...request, language: 'verilog' })).toMatchObject({
    error: { code: 'invalid', message: 'This language cannot be run here.' },
  });
});

test('limits an interview to the operator’s runs per minute', async () => {
  const { ada, request } = await roomWith('echo stdin');
  for (const count of [1, 2]) {
    expect(await ada.wire.emit('run:start', { ...request, id: randomUUID() })).toMatchObject({ isNew: true });
    await until('its end', () => eventsOf(ada, 'run:ended').length === count);
  }
  expect(await ada.wire.emit('run:start', request)).toMatchObject({
    error: { code: 'too_many_requests', message: 'Too many runs. Wait a minute.' },
  });
});
