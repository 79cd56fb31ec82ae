import { randomUUID } from 'node:crypto';
import { RUN_TESTS_CHARS_MAX, RUN_TESTS_MAX } from '@cip/contracts/runs/run-limits';
import type { RunTest, RunTests } from '@cip/contracts/runs/run-tests';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { startLiveRoom } from '../../testing/sockets/live-room.ts';
import { OwnClient } from '../../testing/sockets/own-client.ts';
import { anEnd, aRequest } from '../../testing/sockets/runs.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { listPastRuns } from './recorded-runs.service.ts';

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true, env: { RATE_LIMITS: 'off' } });
});
afterAll(() => node.close());

async function twoInRoom() {
  const room = await startLiveRoom(node);
  const anna = remember(await OwnClient.join(node.url, room.interviewer));
  const ada = remember(await OwnClient.join(node.url, room.candidate));
  return { room, anna, ada };
}

const PASSED: RunTest = [0, 'Shop\nadds', 'passed', 3, 4, ''];
const BROKEN: RunTest = [0, '', 'failed', 0, null, 'Error: no\nat shop.js:1'];
const TESTS: RunTests = { passed: 1, failed: 1, skipped: 0, files: ['shop.test.js'], results: [PASSED, BROKEN] };

test('tells everyone that a run is one of tests, and stores its results', async () => {
  const { room, anna, ada } = await twoInRoom();
  const request = aRequest(DEFAULT_CODE, { tests: true });

  expect(await ada.wire.emit('run:start', request)).toMatchObject({ isNew: true, run: { tests: true } });
  expect(await anna.wire.emit('run:start', aRequest(DEFAULT_CODE))).toMatchObject({
    isNew: false,
    run: { id: request.id, tests: true },
  });
  const end = anEnd({ reason: 'failed', exitCode: 1, tests: TESTS });
  expect(await ada.wire.emit('run:end', { id: request.id, end })).toEqual({ ok: true });

  expect(await anna.wire.emit('run:read', {})).toMatchObject({ run: { tests: true, end } });
  const [past] = await listPastRuns(node.ctx.db, room.interview.id);
  expect(past?.end).toEqual({
    reason: 'failed',
    exitCode: 1,
    ms: 5,
    error: null,
    tests: { passed: 1, failed: 1, skipped: 0 },
  });
  const again = await anna.wire.emit('run:start', { ...aRequest('', { tests: true }), of: request.id });
  expect(again).toMatchObject({ run: { of: request.id, tests: true } });
  await anna.wire.emit('run:end', { id: (again['run'] as { id: string }).id, end: anEnd() });
  const onEngine = { ...aRequest('', { place: 'engine', tests: true }), of: request.id };
  expect(await anna.wire.emit('run:start', onEngine)).toMatchObject({
    error: { code: 'invalid', message: 'Test files run on devices only.' },
  });
});

test('runs the program unless tests are wanted, and no tests on the engine', async () => {
  const { ada } = await twoInRoom();
  const request = aRequest(DEFAULT_CODE);
  const started = await ada.wire.emit('run:start', request);
  expect(started['run']).not.toHaveProperty('tests');
  await ada.wire.emit('run:end', { id: request.id, end: anEnd() });
  expect(await ada.wire.emit('run:start', aRequest(DEFAULT_CODE, { tests: true, place: 'engine' }))).toMatchObject({
    error: { code: 'invalid', message: 'Test files run on devices only.' },
  });
});

test('gives a run of tests to no page of an earlier release, which would run the program', async () => {
  const { room, anna, ada } = await twoInRoom();
  // It claims each run that is offered to the room, as soon as it hears of it.
  const old = remember(await OwnClient.join(node.url, room.interviewer));
  const claims: Promise<unknown>[] = [];
  old.wire.socket.on('run:offered', ({ id }: { id: string }) =>
    claims.push(old.wire.emit('run:claim', { id, device: 'laptop' })),
  );
  const request = aRequest(DEFAULT_CODE, { tests: true, place: 'elsewhere', device: 'phone' });
  await ada.wire.emit('run:start', request);
  await until('the claim of the old page', () => claims.length === 1);
  expect(await claims[0]).toMatchObject({ ok: false, error: { code: 'conflict' } });

  const claim = { id: request.id, device: 'laptop', tests: true };
  expect(await anna.wire.emit('run:claim', claim)).toMatchObject({ ok: true, run: { tests: true } });
  await anna.wire.emit('run:end', { id: request.id, end: anEnd({ tests: TESTS }) });
  expect(await old.wire.emit('run:start', { ...aRequest(''), of: request.id })).toMatchObject({
    error: { code: 'invalid', message: 'Reload this page: it cannot run test files yet.' },
  });

  // A program is anyone's.
  const program = aRequest(DEFAULT_CODE, { place: 'elsewhere', device: 'phone' });
  await ada.wire.emit('run:start', program);
  await until('the next claim', () => claims.length === 2);
  expect(await claims[1]).toMatchObject({ ok: true, run: { id: program.id } });
});

test('takes tests that ran without a connection', async () => {
  const { ada, anna } = await twoInRoom();
  const entered = { text: 'print(1)', stdin: '', device: 'laptop', agoMs: 0, pieces: [], language: 'python' };
  const end = anEnd({ tests: TESTS });
  expect(await ada.wire.emit('run:enter', { ...entered, id: randomUUID(), tests: true, end })).toEqual({ ok: true });
  expect(await anna.wire.emit('run:read', {})).toMatchObject({ run: { tests: true, isOffline: true, end } });
});

test.each<[string, object]>([
  ['too many results', { results: Array.from({ length: RUN_TESTS_MAX + 1 }, () => PASSED) }],
  ['a long message', { results: [[...BROKEN.slice(0, 5), 'x'.repeat(501)]] }],
  ['a long path', { results: [[0, 'x'.repeat(401), 'passed', 3, 4, '']] }],
  ['a name that is no file’s', { files: ['a\u0000b'] }],
  ['an unknown state', { results: [[0, 'adds', 'flaky', 3, 4, '']] }],
  ['a result with a further part', { results: [[...PASSED, 1]] }],
  ['a negative count', { passed: -1 }],
  ['a further field', { flaky: 1 }],
])('refuses %s', async (_what, wrong) => {
  const { ada } = await twoInRoom();
  const request = aRequest(DEFAULT_CODE, { tests: true });
  await ada.wire.emit('run:start', request);
  const end = { ...anEnd(), tests: { ...TESTS, ...wrong } };
  expect(await ada.wire.emit('run:end', { id: request.id, end })).toMatchObject({ error: { code: 'invalid' } });
});

test('takes as many results as there may be, with as much text as a program may print', async () => {
  const { ada } = await twoInRoom();
  const request = aRequest(DEFAULT_CODE, { tests: true });
  await ada.wire.emit('run:start', request);
  const endWith = (results: RunTest[]) => ({ id: request.id, end: { ...anEnd(), tests: { ...TESTS, results } } });
  const longest: RunTest = [0, '𝒙'.repeat(400), 'failed', 2_000_000, 1_000_000, '𝒙'.repeat(500)];
  const empty: RunTest = [0, '', 'passed', 0, null, ''];
  const count = Math.floor(RUN_TESTS_CHARS_MAX / 1_800);
  const rest = RUN_TESTS_CHARS_MAX - count * 1_800;
  const results = Array.from({ length: RUN_TESTS_MAX }, (_, index) => (index < count ? longest : empty));
  const withRest = (length: number) =>
    results.with(-1, [0, 'x'.repeat(400), 'failed', 0, null, 'x'.repeat(length - 400)]);
  expect(await ada.wire.emit('run:end', endWith(withRest(rest + 1)))).toMatchObject({ error: { code: 'too_large' } });
  expect(await ada.wire.emit('run:end', endWith(withRest(rest)))).toEqual({ ok: true });
});
