import { randomUUID } from 'node:crypto';
import { hashedText } from '@cip/contracts/runs/run-texts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { startEngine, type EngineStandIn } from '../../testing/run-engine/stand-in.ts';
import { startLiveRoom } from '../../testing/sockets/live-room.ts';
import { OwnClient } from '../../testing/sockets/own-client.ts';
import { anEnd, aRequest, hashOf } from '../../testing/sockets/runs.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';

let engine: EngineStandIn;
let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  engine = await startEngine();
  node = await startTestApp({ listen: true, env: { RATE_LIMITS: 'off', RUN_ENGINE_URL: engine.url } });
  await until('the languages', () => (node.ctx.runEngine?.languages().length ?? 0) > 0);
});
afterAll(async () => {
  await node.close();
  await engine.close();
});

const SHOP = { name: 'shop.py', content: 'def price(): return 3\n' };

/** A room with two files, whose first one has `code`. */
async function roomOfTwo(code: string) {
  const room = await startLiveRoom(node);
  const anna = remember(await OwnClient.join(node.url, room.interviewer));
  const ada = remember(await OwnClient.join(node.url, room.candidate));
  await ada.wire.emit('document:language', { language: 'python' });
  await ada.wire.emit('file:create', { id: randomUUID(), name: SHOP.name });
  ada.erase(0, ada.text.length);
  ada.insert(0, code);
  ada.doc.getText('code2').insert(0, SHOP.content);
  await until('the edits', () => ada.unacknowledged.size === 0 && anna.text === code);
  return { room, anna, ada, files: [{ name: 'main.py', content: code }, SHOP] };
}

const filesStored = async (id: string) =>
  await node.ctx.db.selectFrom('runs').select(['code', 'files', 'hash']).where('id', '=', id).executeTakeFirstOrThrow();

test('runs all files as they are at the press, and stores them with one hash', async () => {
  const code = 'from shop import price\nprint(price())\n';
  const { ada, anna, files } = await roomOfTwo(code);
  const hash = hashOf(hashedText(code, files));
  const request = { ...aRequest(code, { language: 'python' }), hash };

  const started = await ada.wire.emit('run:start', request);

  expect(started).toMatchObject({ ok: true, isNew: true, text: null, run: { hash } });
  expect(started).not.toHaveProperty('files');
  expect(await filesStored(request.id)).toEqual({ code, files, hash });
  await ada.wire.emit('run:end', { id: request.id, end: anEnd() });
  const differing = { ...aRequest(code, { language: 'python' }), hash: hashOf(code) };
  const other = await ada.wire.emit('run:start', differing);
  expect(other).toMatchObject({ text: code, files, run: { hash } });
  expect(await ada.wire.emit('run:start', differing)).toEqual(other);
  await ada.wire.emit('run:end', { id: (other['run'] as { id: string }).id, end: anEnd() });

  ada.doc.getText('code2').insert(0, '# changed since\n');
  await until('the edit', () => ada.unacknowledged.size === 0);
  const again = await anna.wire.emit('run:start', { ...aRequest('', { language: 'python' }), of: request.id });
  expect(again).toMatchObject({ text: code, files, run: { hash, of: request.id } });
});

test('runs what was typed into a new file just before the press', async () => {
  const room = await startLiveRoom(node);
  const ada = remember(await OwnClient.join(node.url, room.candidate));
  await ada.wire.emit('file:create', { id: randomUUID(), name: SHOP.name });
  for (const line of ['def price():', ' return 3', '\n'])
    ada.doc.getText('code2').insert(ada.doc.getText('code2').length, line);

  const started = await ada.wire.emit('run:start', { ...aRequest('', { language: 'python' }), hash: hashOf('') });

  expect(started).toMatchObject({ files: [{}, { content: 'def price(): return 3\n' }] });
  await until('the edits', () => ada.unacknowledged.size === 0);
});

test('gives the files to the device that takes a run over, and to the engine', async () => {
  const { ada, anna, files } = await roomOfTwo('hello');
  const offered = aRequest('hello', { language: 'python', place: 'elsewhere' });
  await ada.wire.emit('run:start', offered);
  expect(await anna.wire.emit('run:claim', { id: offered.id, device: 'laptop' })).toMatchObject({
    text: 'hello',
    files,
  });
  await anna.wire.emit('run:end', { id: offered.id, end: anEnd() });

  await ada.wire.emit('run:start', aRequest('hello', { language: 'java', place: 'engine' }));
  await until('the engine', () => engine.received.some(({ body }) => 'files' in body));
  const sent = engine.received.flatMap(({ body: { files: all } }) => (all === undefined ? [] : [all]));
  expect(sent[0]).toEqual([{ name: 'Main', content: 'hello' }, SHOP]);
});

test('takes the files of a run without a connection, if they are its files', async () => {
  const { ada, files } = await roomOfTwo('print(1)');
  const entered = (changes: object) => ({
    id: randomUUID(),
    language: 'python',
    text: 'print(1)',
    stdin: '',
    device: 'laptop',
    agoMs: 0,
    pieces: [],
    end: anEnd(),
    files,
    ...changes,
  });
  const run = entered({});
  expect(await ada.wire.emit('run:enter', run)).toEqual({ ok: true });
  expect(await filesStored(run.id)).toEqual({
    code: 'print(1)',
    files,
    hash: hashOf(hashedText('print(1)', files)),
  });
  const [main] = files;
  for (const [wrong, code] of [
    [{ text: 'print(2)' }, 'invalid'],
    [{ files: [main, { ...SHOP, name: '../shop.py' }] }, 'invalid'],
    [{ files: [main] }, 'invalid'],
    [{ files: [main, { ...SHOP, content: 'x'.repeat(200_000) }] }, 'too_large'],
  ] as const)
    expect(await ada.wire.emit('run:enter', entered(wrong))).toMatchObject({ ok: false, error: { code } });
});
