import { randomUUID } from 'node:crypto';
import { saveCode } from '@cip/contracts/rooms/documents';
import { CANDIDATES_FILES_MAX, type FileList } from '@cip/contracts/rooms/files';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { endInterview } from '../../../testing/builders.ts';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { holdTransaction, untilBlocked } from '../../../testing/databases/hold-transaction.ts';
import { call } from '../../../testing/http/call.ts';
import { candidateOf, startLiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { PlainClient } from '../../../testing/sockets/plain-client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';
import { readTimeline } from '../../timeline/timeline.service.ts';

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true, env: { RATE_LIMITS: 'off' } });
});
afterAll(() => node.close());

async function openRoom() {
  const room = await startLiveRoom(node);
  const anna = remember(await OwnClient.join(node.url, room.interviewer));
  const ada = remember(await OwnClient.join(node.url, room.candidate));
  return { room, anna, ada };
}

const create = (client: OwnClient, name: string, id: string = randomUUID()) =>
  client.wire.emit('file:create', { id, name });
const opened = (client: OwnClient) => client.wire.emit('document:open', { stateVector: 'AA==' });
const listsOf = ({ wire }: OwnClient) =>
  wire.received.filter(({ event }) => event === 'file:changed').map(({ data }) => data as FileList);
const refused = (code: string) => ({ ok: false, error: { code } });
const named = (text: string) => ({ ok: false, error: { errors: { name: [expect.stringContaining(text)] } } });

async function eventsOf(interviewId: string): Promise<unknown[]> {
  const events = [];
  for await (const { kind, data } of readTimeline(node.ctx.db, interviewId))
    if (kind.startsWith('file')) events.push([kind, data]);
  return events;
}

test('opens with one file, whose name follows the language', async () => {
  const { ada } = await openRoom();
  const first = { files: [{ root: 'code', name: 'main.sql' }], deletedFiles: [], filesAllowed: true };
  expect(await opened(ada)).toMatchObject(first);
  await ada.wire.emit('document:language', { language: 'python' });
  expect(await opened(ada)).toMatchObject({ files: [{ root: 'code', name: 'main.py' }] });
  expect(listsOf(ada)).toEqual([]);
});

test('creates a file for everyone, once for each operation, and records it', async () => {
  const { room, anna, ada } = await openRoom();
  const id = randomUUID();

  expect(await create(ada, 'src/step.ts', id)).toEqual({ ok: true, root: 'code2' });
  expect(await create(ada, 'src/step.ts', id)).toEqual({ ok: true, root: 'code2' });
  expect(await create(anna, 'shop.py')).toEqual({ ok: true, root: 'code3' });

  const files = [
    { root: 'code', name: 'main.sql' },
    { root: 'code2', name: 'src/step.ts' },
    { root: 'code3', name: 'shop.py' },
  ];
  await until('the list', () => listsOf(anna).length === 2 && listsOf(ada).length === 2);

  const by = { id: expect.any(String), name: 'Acme' };
  expect(listsOf(ada).at(-1)).toEqual({ files, deleted: [], creatableByCandidates: CANDIDATES_FILES_MAX - 1, by });
  ada.doc.getText('code2').insert(0, 'export {};');
  await until('the edit', () => anna.doc.getText('code2').toJSON() === 'export {};');
  const late = remember(await OwnClient.join(node.url, await candidateOf(node, room.roomCode, 'Late')));
  expect(await opened(late)).toMatchObject({ files, creatableByCandidates: CANDIDATES_FILES_MAX - 1 });
  expect(await eventsOf(room.interview.id)).toEqual([
    ['file_created', { root: 'code2', name: 'src/step.ts' }],
    ['file_created', { root: 'code3', name: 'shop.py' }],
  ]);
});

test('refuses names that are not portable or taken, in words', async () => {
  const { ada } = await openRoom();
  await create(ada, 'src/step.ts');
  expect(await create(ada, '../etc')).toMatchObject(named('dot'));
  expect(await create(ada, 'nul.txt')).toMatchObject(named('Windows'));
  expect(await create(ada, 'SRC/Step.ts')).toMatchObject(named('src/step.ts'));
  expect(await create(ada, 'src')).toMatchObject(named('src/step.ts'));
  expect(await create(ada, 'MAIN.sql')).toMatchObject(named('main.sql'));
  const rename = { root: 'code2', name: 'main.sql' };
  expect(await ada.wire.emit('file:rename', rename)).toMatchObject(named('main.sql'));
});

test('renames files, the first one too, which then follows the language no more', async () => {
  const { room, ada } = await openRoom();
  await create(ada, 'main.py');
  await ada.wire.emit('document:language', { language: 'python' });
  await until('another name of the first file', () => listsOf(ada).at(-1)?.files[0]?.name === 'main-2.py');

  expect(await ada.wire.emit('file:rename', { root: 'code', name: 'shop.py' })).toEqual({ ok: true });
  expect(await ada.wire.emit('file:rename', { root: 'code', name: 'shop.py' })).toEqual({ ok: true });
  expect(await ada.wire.emit('file:rename', { root: 'code2', name: 'Main.py' })).toEqual({ ok: true });
  await ada.wire.emit('document:language', { language: 'sql' });

  expect((await opened(ada))['files']).toEqual([
    { root: 'code', name: 'shop.py' },
    { root: 'code2', name: 'Main.py' },
  ]);
  expect(await ada.wire.emit('file:rename', { root: 'code9', name: 'x' })).toMatchObject(refused('not_found'));
  expect((await eventsOf(room.interview.id)).slice(1)).toEqual([
    ['file_renamed', { root: 'code', name: 'shop.py', former: 'main-2.py' }],
    ['file_renamed', { root: 'code2', name: 'Main.py', former: 'main.py' }],
  ]);
});

test('deletes and restores a file with its text, and never uses its text for another', async () => {
  const { room, anna, ada } = await openRoom();
  await create(ada, 'a.py');
  ada.doc.getText('code2').insert(0, 'kept');

  expect(await anna.wire.emit('file:delete', { root: 'code2' })).toEqual({ ok: true });
  expect(await anna.wire.emit('file:delete', { root: 'code2' })).toEqual({ ok: true });
  expect(await create(ada, 'a.py')).toEqual({ ok: true, root: 'code3' });
  const deleted = [{ root: 'code2', name: 'a.py' }];
  expect(await opened(ada)).toMatchObject({ deletedFiles: deleted });
  expect(await ada.wire.emit('file:restore', { root: 'code2' })).toMatchObject(refused('conflict'));
  await ada.wire.emit('file:rename', { root: 'code3', name: 'b.py' });
  expect(await ada.wire.emit('file:restore', { root: 'code2' })).toEqual({ ok: true });
  expect(await ada.wire.emit('file:restore', { root: 'code2' })).toEqual({ ok: true });

  expect(await ada.wire.emit('file:delete', { root: 'code' })).toMatchObject(refused('conflict'));
  expect(await ada.wire.emit('file:delete', { root: 'code4' })).toMatchObject(refused('not_found'));
  expect(await ada.wire.emit('file:restore', { root: 'code4' })).toMatchObject(refused('not_found'));
  const kinds = (await eventsOf(room.interview.id)).map((event) => (event as [string])[0]);
  expect(kinds).toEqual(['file_created', 'file_deleted', 'file_created', 'file_renamed', 'file_restored']);
  const late = remember(await OwnClient.join(node.url, room.interviewer));
  expect(late.doc.getText('code2').toJSON()).toBe('kept');
});

test('accepts edits of the texts of its files only, a deleted one among them', async () => {
  const { anna, ada } = await openRoom();
  const editOf = (root: string) => {
    const page = new Y.Doc();
    page.clientID = ada.doc.clientID + Number(root.slice(4));
    page.getText(root).insert(0, 'x');
    return ada.update(Y.encodeStateAsUpdate(page));
  };
  expect(await editOf('code9')).toMatchObject(refused('invalid'));
  await create(anna, 'a.py');
  expect(await editOf('code2')).toEqual({ ok: true });
  await create(anna, 'b.py');
  await anna.wire.emit('file:delete', { root: 'code3' });
  expect(await editOf('code3')).toEqual({ ok: true });
  expect(await editOf('code4')).toMatchObject(refused('invalid'));
  await until('the edits', () => anna.doc.getText('code3').toJSON() === 'x');
  expect(anna.doc.getText('code9').toJSON()).toBe('');
});

test('says how much of the code deleted files hold if it would be too long', async () => {
  const { room, anna, ada } = await openRoom();
  await create(anna, 'a.py');
  await create(anna, 'b.py');
  anna.doc.getText('code2').insert(0, 'x'.repeat(150_000));
  anna.doc.getText('code3').insert(0, 'x'.repeat(10_000));
  await until('the edits', () => anna.unacknowledged.size === 0);
  const page = new Y.Doc();
  page.clientID = ada.doc.clientID;
  page.getText('code').insert(0, 'y'.repeat(50_000));
  const refusal = async () => (await ada.update(Y.encodeStateAsUpdate(page)))['error'];
  const message = 'The code may have at most 200,000 characters.';
  expect(await refusal()).toEqual({ code: 'too_large', message });

  await anna.wire.emit('file:delete', { root: 'code2' });

  const explained = `${message} Deleted files hold 150,000 characters of it: restore and empty them.`;
  expect(await refusal()).toEqual({ code: 'too_large', message: explained });
  const plain = remember(await PlainClient.join(node.url, await candidateOf(node, room.roomCode, 'Bob')));
  expect(await plain.type('y'.repeat(50_000))).toMatchObject({ error: { message: explained } });
  const body = { interview_session_id: room.interview.id, code_content: 'y'.repeat(50_000) };
  const { error } = await call(node.app, saveCode, { token: room.owner.token, body });
  expect(error.message).toBe(explained);
});

test('keeps changing files to interviewers if one says so', async () => {
  const { room, anna, ada } = await openRoom();
  expect(await ada.wire.emit('file:allow', { isAllowed: false })).toMatchObject(refused('forbidden'));
  expect(await anna.wire.emit('file:allow', { isAllowed: false })).toEqual({ ok: true });
  await until('the switch', () => ada.wire.received.some(({ event }) => event === 'file:allowed'));
  expect(await opened(ada)).toMatchObject({ filesAllowed: false });

  expect(await create(ada, 'a.py')).toMatchObject(refused('forbidden'));
  expect(await create(anna, 'a.py')).toEqual({ ok: true, root: 'code2' });
  for (const event of ['file:delete', 'file:restore'])
    expect(await ada.wire.emit(event, { root: 'code2' })).toMatchObject(refused('forbidden'));

  await anna.wire.emit('file:allow', { isAllowed: true });
  expect(await create(ada, 'b.py')).toEqual({ ok: true, root: 'code3' });
  expect((await eventsOf(room.interview.id))[0]).toEqual(['files_allowed', { isAllowed: false }]);
});

const switchesOf = ({ received }: PlainClient) =>
  received.filter(({ event }) => event === 'file:allowed').map(({ data }) => data['isAllowed']);

test('announces what changes while a page opens the document to that page', async () => {
  const { room, anna } = await openRoom();
  const page = remember(await PlainClient.join(node.url, room.candidate));
  const release = await holdTransaction(node.ctx.db, (trx) => sql`lock table interview_files`.execute(trx));
  const opening = page.emit('document:open', { stateVector: 'AA==' });
  await untilBlocked(node.ctx.db);

  await anna.wire.emit('file:allow', { isAllowed: false });
  await release();

  expect(await opening).toMatchObject({ ok: true });
  await until('the switch', () => switchesOf(page).length > 0);
  expect(switchesOf(page)).toEqual([false]);
});

test('announces nothing to a client that failed to open the document, except if it had it open', async () => {
  const { room, anna, ada } = await openRoom();
  const plain = remember(await PlainClient.join(node.url, room.candidate));
  for (const wire of [plain, ada.wire])
    expect(await wire.emit('document:open', { stateVector: 'AQ==' })).toMatchObject(refused('invalid'));

  await anna.wire.emit('file:allow', { isAllowed: false });

  await until('the switch', () => switchesOf(ada.wire).length > 0);
  await plain.custom('getParticipants');
  expect(switchesOf(plain)).toEqual([]);
});

test('leaves interviewers files when candidates have created all of theirs, also at the same moment', async () => {
  const { room, anna, ada } = await openRoom();
  const bob = remember(await OwnClient.join(node.url, await candidateOf(node, room.roomCode, 'Bob')));
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => create(n % 2 === 0 ? ada : bob, `file-${n}.py`)),
  );
  const roots = replies.flatMap((reply) => (reply['ok'] === true ? [reply['root']] : []));
  expect(new Set(roots).size).toBe(CANDIDATES_FILES_MAX);
  const message = 'Candidates can create at most 14 files in a session.';
  expect(replies.filter(({ ok }) => ok === false)[0]).toMatchObject({ error: { code: 'limit_reached', message } });
  expect(await opened(anna)).toMatchObject({ creatableByCandidates: 0 });
  await until('the list', () => listsOf(ada).length === CANDIDATES_FILES_MAX);
  expect(listsOf(ada).at(-1)).toMatchObject({ creatableByCandidates: 0 });

  for (let n = CANDIDATES_FILES_MAX; n < 19; n++) expect(await create(anna, `own-${n}.py`)).toMatchObject({ ok: true });
  expect(await create(anna, 'last.py')).toMatchObject(refused('limit_reached'));
});

test('changes no file after the end', async () => {
  const { room, anna, ada } = await openRoom();
  const creating = Promise.all(Array.from({ length: 5 }, (_, n) => create(ada, `f${n}.py`).catch(() => null)));
  await endInterview(node, room.owner, room.roomCode);
  await creating;
  const before = await eventsOf(room.interview.id);
  expect(before.length).toBeLessThanOrEqual(5);
  anna.close();
});
