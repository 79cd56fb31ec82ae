import { randomUUID } from 'node:crypto';
import { CODE_MAX, SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { saveCode } from '@cip/contracts/rooms/documents';
import * as Y from 'yjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../testing/http/call.ts';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { AT_START, cursorEvent, readAwareness } from '../../testing/sockets/cursors.ts';
import { candidateOf, endElsewhere, startLiveRoom, type LiveRoom } from '../../testing/sockets/live-room.ts';
import { OwnClient } from '../../testing/sockets/own-client.ts';
import { PlainClient } from '../../testing/sockets/plain-client.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { replayDocument } from './log/document-replay.ts';
import { appendUpdate } from './log/log.repository.ts';
import { readCode } from './read-code.service.ts';
import { newNodeOperationId } from './log/update-author.ts';

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

const joinFullText = async (auth: LiveRoom['candidate'], options = {}) =>
  remember(await PlainClient.join(node.url, auth, options));
const joinYjs = async (auth: LiveRoom['candidate']) => remember(await OwnClient.join(node.url, auth));

async function stored(room: LiveRoom): Promise<string> {
  return (await readCode(node.ctx, room.interview.id)).code_content;
}

const ANNA = randomUUID();
const ben = { socketId: 'the socket of Ben', participantId: randomUUID() };

const SEED = '-- Start coding here...';

test('shows full-text clients what others type', async () => {
  const room = await startLiveRoom(node);
  const [ines, ada] = [await joinFullText(room.interviewer), await joinFullText(room.candidate)];
  expect(await ines.type('SELECT 1;')).toEqual({ ok: true });
  await until('the text', () => ada.code === 'SELECT 1;');
  await ada.type('SELECT 1;\nSELECT 2;');
  await until('the text', () => ines.code === 'SELECT 1;\nSELECT 2;');
  expect(await stored(room)).toBe('SELECT 1;\nSELECT 2;');
});

test('refuses a full text when two together are too long', async () => {
  const room = await startLiveRoom(node);
  const [ines, ada] = [await joinFullText(room.interviewer), await joinFullText(room.candidate)];
  // Concurrently, neither having seen the other.
  const answers = await Promise.all([ines.type('x'.repeat(199_990)), ada.type(SEED + 'y'.repeat(50))]);
  const [refused] = answers.filter(({ ok }) => !ok);
  expect(refused).toMatchObject({ error: { code: 'too_large' } });
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await stored(room)).length).toBeLessThanOrEqual(200_000);
});

test('sends the current text to a full-text client that joins later', async () => {
  const room = await startLiveRoom(node);
  const ines = await joinFullText(room.interviewer);
  await ines.type('SELECT 1;');
  const ada = await joinFullText(room.candidate);
  expect(await until('the text', () => ada.code || undefined)).toBe('SELECT 1;');
});

test('merges edits of full-text and Yjs clients without losses', async () => {
  const room = await startLiveRoom(node);
  const ines = await joinFullText(room.interviewer);
  const ada = await joinYjs(room.candidate);
  const bob = await joinYjs(await candidateOf(node, room.roomCode, 'Bob'));
  // All three type concurrently.
  ada.insert(0, 'ada\n');
  bob.insert(2, '[bob]');
  await ines.type(`${SEED} ines`);
  await until('equal texts', () => ada.text === bob.text && ines.code === ada.text && ada.text.includes('ines'));
  expect(ada.text).toBe('ada\n--[bob] Start coding here... ines');
  expect(await stored(room)).toBe(ada.text);
});

test('refuses deletions in an old text from another node', async () => {
  const room = await startLiveRoom(node);
  const ines = await joinYjs(room.interviewer);
  ines.insert(0, 'what others typed meanwhile\n');
  await until('the acknowledgement', () => ines.unacknowledged.size === 0);
  const late = await joinFullText(room.candidate, { acknowledges: false });
  expect(await late.type(`${SEED} old`)).toMatchObject({ ok: false, error: { code: 'resync' } });
  await until('the text as it is', () => late.code === ines.text);
  expect(await late.type(`${late.code} new`)).toEqual({ ok: true });
  await until('the edit', () => ines.text === `what others typed meanwhile\n${SEED} new`);
});

test('refuses deletions after edits in ten thousand places until shown', { tags: ['long'] }, async () => {
  const room = await startLiveRoom(node);
  const ada = await joinYjs(room.candidate);
  ada.insert(0, '.'.repeat(40_000));
  await until('the acknowledgement', () => ada.unacknowledged.size === 0);
  const ines = await joinFullText(room.interviewer, { acknowledges: false });
  const old = await until('the text', () => ines.code || undefined);
  ada.doc.transact(() => {
    for (let nth = 10_000; nth > 0; nth--) ada.insert(nth * 4, 'z');
  });
  await until('the acknowledgement', () => ada.unacknowledged.size === 0);
  expect(await ines.type(`${old} old`)).toMatchObject({ ok: false, error: { code: 'resync' } });
  await until('the text as it is', () => ines.code === ada.text);
  expect(await ines.type(`${ines.code} new`)).toEqual({ ok: true });
  await until('the edit', () => ada.text.endsWith('. new') && ada.text === ines.code);
});

test('sends an acknowledgement after the text that precedes it', async () => {
  const room = await startLiveRoom(node);
  const [ines, ada] = [await joinYjs(room.interviewer), await joinFullText(room.candidate, { acknowledges: false })];
  // After a first push and its acknowledgement, the base of the client is exact.
  ada.socket.once('codeChange', (_push: unknown, ack: () => void) => ack());
  ines.insert(0, 'first ');
  await until('the first push', () => ada.code === `first ${SEED}`);
  const typed = `${ada.code} typed`;
  const sent = new Promise<void>((resolve) => {
    ada.socket.once('codeChange', (_push: unknown, ack: () => void) => {
      // Typed before the push arrived; both frames travel in one chunk.
      void ada.custom('codeChange', { room: room.roomCode, code: typed }).then(() => resolve());
      ack();
    });
  });
  ines.insert(0, 'second ');
  await sent;
  await until('the text', () => ines.text === `second first ${SEED} typed`);
  expect(await stored(room)).toBe(`second first ${SEED} typed`);
});

test('refuses a full text from a client without subscription', async () => {
  const room = await startLiveRoom(node);
  const ines = await joinYjs(room.interviewer);
  const { roomCode } = room;
  const answer = await ines.wire.custom('codeChange', { room: roomCode, code: 'SELECT 2;', lineNumber: 1 });
  expect(answer).toMatchObject({ ok: false, error: { code: 'resync' } });
});

test('commits an edit before it is acknowledged', async () => {
  const room = await startLiveRoom(node);
  const ada = await joinYjs(room.candidate);
  ada.insert(0, 'durable ');
  await until('the acknowledgement', () => ada.unacknowledged.size === 0);
  expect(await stored(room)).toBe(`durable ${SEED}`);
});

test('applies an edit once when it is repeated after a lost acknowledgement', async () => {
  const room = await startLiveRoom(node);
  const ada = await joinYjs(room.candidate);
  const update = updateOf(ada.doc, (text) => text.insert(0, 'once '));
  const id = randomUUID();
  expect(await ada.update(update, id)).toEqual({ ok: true });
  expect(await ada.update(update, id)).toEqual({ ok: true });
  expect(await stored(room)).toBe(`once ${SEED}`);
});

test('refuses an edit with missing dependencies until they arrive', async () => {
  const room = await startLiveRoom(node);
  const ada = await joinYjs(room.candidate);
  const withheld = updateOf(ada.doc, (text) => text.insert(0, 'withheld '));
  const next = updateOf(ada.doc, (text) => text.insert(9, 'next '));
  expect(await ada.update(next)).toMatchObject({ ok: false, error: { code: 'resync' } });
  expect(await ada.update(withheld)).toEqual({ ok: true });
  expect(await ada.update(next)).toEqual({ ok: true });
  expect(await stored(room)).toBe(`withheld next ${SEED}`);
});

test.each(['seed-0001', 'used-before'])('stores a new edit under the known operation id %j', async (id) => {
  const room = await startLiveRoom(node);
  const ada = remember(await OwnClient.join(node.url, room.candidate));
  const ines = remember(await OwnClient.join(node.url, room.interviewer));
  for (const typed of ['first ', 'second ']) {
    const update = updateOf(ada.doc, (text) => text.insert(0, typed));
    expect(await ada.update(update, id)).toEqual({ ok: true });
  }
  await until('the relay', () => ines.text.startsWith('second first '));
  ines.insert(7, 'between ');
  await until('the acknowledgement', () => ines.unacknowledged.size === 0);
  expect(await stored(room)).toBe(`second between first ${SEED}`);
});

test('requests unlogged edits of absent authors only from others', async () => {
  const room = await startLiveRoom(node);
  const document = await node.ctx.documents.open(room.interview.id);
  const author = new Y.Doc();
  Y.applyUpdate(author, Buffer.from(document.exchange(new Uint8Array([0]), ben, new Set()).update, 'base64'));
  const known = updateOf(author, (text) => text.insert(0, 'known '));
  await document.edit(known, { participantId: ANNA, socketId: null });
  const unlogged = updateOf(author, (text) => text.insert(0, 'relayed '));
  const state = Y.encodeStateVector(author);
  const asked = (present: Set<string>) => {
    const { stateVector } = document.exchange(state, ben, present);
    return Y.encodeStateAsUpdate(author, Buffer.from(stateVector, 'base64')).length > 2;
  };
  expect(asked(new Set([ANNA]))).toBe(false);
  expect(() => document.edit(unlogged, ben)).toThrow('The edit is not valid.');
  expect(asked(new Set())).toBe(true);
  await document.edit(unlogged, ben);
  expect(await stored(room)).toBe(`relayed known ${SEED}`);
});

test('requests unlogged edits of a crashed node from all participants', async () => {
  const room = await startLiveRoom(node);
  const { doc } = await replayDocument(node.ctx.db, room.interview.id);
  const logged = {
    opId: newNodeOperationId(),
    participantId: ANNA,
    bytes: updateOf(doc, (text) => text.insert(0, 'a')),
  };
  await appendUpdate(node.ctx.db, { interviewId: room.interview.id, ...logged });
  updateOf(doc, (text) => text.insert(1, 'b'));
  const document = await node.ctx.documents.open(room.interview.id);
  const { stateVector } = document.exchange(Y.encodeStateVector(doc), ben, new Set([ANNA, ben.participantId]));
  const wanted = Y.encodeStateAsUpdate(doc, Buffer.from(stateVector, 'base64'));
  await document.edit(wanted, ben);
  expect(await stored(room)).toBe(`ab${SEED}`);
});

test('accepts edits of returning participants under their own names', async () => {
  const room = await startLiveRoom(node);
  const document = await node.ctx.documents.open(room.interview.id);
  const present = new Set([ANNA, ben.participantId]);
  const anna = { socketId: 'of Anna', participantId: ANNA };
  const [annas, bens] = [new Y.Doc(), new Y.Doc()];
  for (const doc of [annas, bens])
    Y.applyUpdate(doc, Buffer.from(document.exchange(new Uint8Array([0]), ben, present).update, 'base64'));
  // Typed before this node opened the document, relayed to each other, and in no log.
  const byAnna = updateOf(annas, (text) => text.insert(0, 'anna '));
  Y.applyUpdate(bens, byAnna);
  Y.applyUpdate(
    annas,
    updateOf(bens, (text) => text.insert(5, 'ben ')),
  );
  const reconnect = (doc: Y.Doc, by: typeof anna) => {
    const { stateVector } = document.exchange(Y.encodeStateVector(doc), by, present);
    const update = Y.encodeStateAsUpdate(doc, Buffer.from(stateVector, 'base64'));
    return document.edit(update, by);
  };
  await reconnect(bens, ben);
  await document.edit(byAnna, anna);
  await reconnect(annas, anna);
  const next = updateOf(annas, (text) => text.insert(0, 'next '));
  await document.edit(next, anna);
  expect(await stored(room)).toBe(`next anna ben ${SEED}`);
  const forged = updateOf(annas, (text) => text.insert(0, 'forged '));
  expect(() => document.edit(forged, ben)).toThrow('The edit is not valid.');
});

test.each(['', 'a', 'AQ=='])('refuses the malformed state vector %j', async (stateVector) => {
  const ada = await joinFullText((await startLiveRoom(node)).candidate);
  expect(await ada.emit('document:open', { stateVector })).toMatchObject({ ok: false, error: { code: 'invalid' } });
});

test('relays and stores a change of the language', async () => {
  const room = await startLiveRoom(node);
  const [ines, ada] = [await joinYjs(room.interviewer), await joinFullText(room.candidate)];
  const received = ada.next('document:language');
  expect(await ines.wire.emit('document:language', { language: 'python' })).toEqual({ ok: true });
  expect(await received).toEqual({ language: 'python' });
  expect(await readCode(node.ctx, room.interview.id)).toMatchObject({ language: 'python' });
});

test('shows the room the language that a save changes, and the name that the first file has in it', async () => {
  const room = await startLiveRoom(node);
  const [ines, ada] = [await joinYjs(room.interviewer), await joinFullText(room.candidate)];
  expect(await ines.wire.emit('file:create', { id: randomUUID(), name: 'notes.txt' })).toMatchObject({ ok: true });
  const body = { interview_session_id: room.interview.id, code_content: '', base: '', language: 'python' };
  const shown = [ada.next('document:language'), ines.wire.next('file:changed')];

  await call(node.app, saveCode, { token: room.owner.token, body });

  expect(await Promise.all(shown)).toEqual([
    { language: 'python' },
    expect.objectContaining({
      files: [
        { root: 'code', name: 'main.py' },
        { root: 'code2', name: 'notes.txt' },
      ],
    }),
  ]);
  await call(node.app, saveCode, { token: room.owner.token, body });
  expect(ada.count('document:language')).toBe(1);
});

test('refuses a language once the interview has ended, and records no change', async () => {
  const room = await startLiveRoom(node);
  const [ines, ada] = [await joinYjs(room.interviewer), await joinFullText(room.candidate)];
  await endElsewhere(node, room.interview);

  expect(await ines.wire.emit('document:language', { language: 'python' })).toMatchObject({
    ok: false,
    error: { code: 'ended', message: 'This session has ended.' },
  });
  expect(ada.count('document:language')).toBe(0);
  expect(await readCode(node.ctx, room.interview.id)).toMatchObject({ language: 'sql' });
  const events = node.ctx.db.selectFrom('timeline_events').select('kind').where('interview_id', '=', room.interview.id);
  expect(await events.execute()).not.toContainEqual({ kind: 'language' });
});

test.each(['klingon', 'Python', ''])('refuses the language %j, which the editor does not offer', async (language) => {
  const room = await startLiveRoom(node);
  const [ines, ada] = [await joinYjs(room.interviewer), await joinFullText(room.candidate)];
  expect(await ines.wire.emit('document:language', { language })).toMatchObject({
    ok: false,
    error: { code: 'invalid' },
  });
  expect(ada.count('document:language')).toBe(0);
  expect(await readCode(node.ctx, room.interview.id)).toMatchObject({ language: 'sql' });
});

test('relays cursors only to Yjs clients', async () => {
  const room = await startLiveRoom(node);
  const [ines, ada, third] = [
    await joinYjs(room.interviewer),
    await joinYjs(room.candidate),
    await joinFullText(await candidateOf(node, room.roomCode, 'Plain')),
  ];
  ines.wire.socket.emit('document:awareness', cursorEvent(ines.doc.clientID));
  await until('the cursor', () => ada.wire.count('document:awareness') === 1);
  expect([ines.wire.count('document:awareness'), third.count('document:awareness')]).toEqual([0, 0]);
});

test('removes the cursor of a closed socket but keeps its participant', async () => {
  const room = await startLiveRoom(node);
  const [ines, ada] = [await joinYjs(room.interviewer), await joinYjs(room.candidate)];
  await joinYjs(room.candidate);
  const seen: string[] = [];
  ines.wire.socket.on('document:awareness', (update: string) => seen.push(update));
  const { clientID } = ada.doc;
  ada.wire.socket.emit('document:awareness', cursorEvent(clientID, { cursor: AT_START }, 3));
  await until('the cursor', () => seen.length === 1);
  const left = ines.wire.count('userLeft');
  ada.wire.socket.io.engine.close();
  await until('its removal', () => seen.length === 2, 2_000);
  expect(readAwareness(seen[1] ?? '')).toEqual([{ clientId: clientID, clock: 3, state: null }]);
  expect(ines.wire.count('userLeft')).toBe(left);
});

test('saves a text as an edit of the shown text', async () => {
  const room = await startLiveRoom(node);
  const ada = await joinYjs(room.candidate);
  ada.insert(0, 'typed meanwhile\n');
  await until('the acknowledgement', () => ada.unacknowledged.size === 0);
  const body = {
    interview_session_id: room.interview.id,
    code_content: `${SEED}\nsaved`,
    base: SEED,
    op_id: 'save-0001',
  };
  const first = await call(node.app, saveCode, { token: room.owner.token, body });
  const again = await call(node.app, saveCode, { token: room.owner.token, body });
  const merged = `typed meanwhile\n${SEED}\nsaved`;
  expect([first.reply.data.code_content, again.reply.data.code_content]).toEqual([merged, merged]);
  await until('the save on the screen', () => ada.text === merged);
});

test('changes nothing when the current text is saved without base', async () => {
  const room = await startLiveRoom(node);
  const ines = await joinFullText(room.interviewer);
  await ines.type('SELECT 1;');
  const body = { interview_session_id: room.interview.id, code_content: 'SELECT 1;', language: 'sql' };
  const { reply } = await call(node.app, saveCode, { token: room.owner.token, body });
  expect(reply.data.code_content).toBe('SELECT 1;');
});

test('keeps later edits when a save has no base', async () => {
  const room = await startLiveRoom(node);
  const ada = await joinYjs(room.candidate);
  ada.insert(0, 'SELECT 1;\n');
  await until('the acknowledgement', () => ada.unacknowledged.size === 0);
  const body = { interview_session_id: room.interview.id, code_content: `${SEED}\n-- saved` };
  const { reply } = await call(node.app, saveCode, { token: room.owner.token, body });
  expect(reply.data.code_content).toBe(`SELECT 1;\n${SEED}\n-- saved`);
});

test('applies concurrent repeats of a save once', async () => {
  const room = await startLiveRoom(node);
  const body = { interview_session_id: room.interview.id, code_content: `${SEED}!`, base: SEED, op_id: 'save-0002' };
  await Promise.all(Array.from({ length: 8 }, () => call(node.app, saveCode, { token: room.owner.token, body })));
  expect(await stored(room)).toBe(`${SEED}!`);
});

test('restores a document longer than its snapshot interval exactly', async () => {
  const room = await startLiveRoom(node);
  const ada = await joinYjs(room.candidate);
  for (let n = 0; n < 700; n++) ada.insert(0, String(n % 10));
  await until('the acknowledgements', () => ada.unacknowledged.size === 0);
  node.ctx.documents.drop(room.interview.id);
  const late = await joinYjs(await candidateOf(node, room.roomCode, 'Late'));
  expect(late.text).toBe(ada.text);
});

test('stores and passes on the texts of all files, which share one limit', async () => {
  const room = await startLiveRoom(node);
  const [ada, anna] = [await joinYjs(room.candidate), await joinYjs(room.interviewer)];
  for (const name of ['two.ts', 'three.ts']) await anna.wire.emit('file:create', { id: randomUUID(), name });
  ada.doc.getText('code2').insert(0, 'export const two = 2;');
  await until('the second text', () => anna.doc.getText('code2').toJSON() === 'export const two = 2;');
  await until('the acknowledgement', () => ada.unacknowledged.size === 0);
  node.ctx.documents.drop(room.interview.id);
  const late = await joinYjs(await candidateOf(node, room.roomCode, 'Late'));
  expect([late.doc.getText('code2').toJSON(), late.text]).toEqual(['export const two = 2;', SEED]);

  late.insert(0, 'x'.repeat(CODE_MAX / 2));
  await until('half of the room', () => late.unacknowledged.size === 0);
  const before = Y.encodeStateVector(late.doc);
  late.doc.transact(() => late.doc.getText('code3').insert(0, 'y'.repeat(CODE_MAX / 2)), 'wire');
  const reply = await late.update(Y.encodeStateAsUpdate(late.doc, before));
  expect(reply).toMatchObject({ ok: false, error: { code: 'too_large' } });
  const body = { interview_session_id: room.interview.id, code_content: 'z'.repeat(CODE_MAX), base: late.text };
  expect((await call(node.app, saveCode, { token: room.owner.token, body })).error.code).toBe('too_large');
});

/** Returns the update of an edit that the document applies without sending it. */
function updateOf(doc: Y.Doc, edit: (text: Y.Text) => void): Uint8Array {
  const before = Y.encodeStateVector(doc);
  doc.transact(() => edit(doc.getText(SHARED_TEXT)), 'wire');
  return Y.encodeStateAsUpdate(doc, before);
}
