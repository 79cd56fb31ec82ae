import { randomUUID } from 'node:crypto';
import { saveCode } from '@cip/contracts/documents';
import * as Y from 'yjs';
import { SHARED_TEXT } from '@cip/contracts/documents';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { AT_START, cursorEvent, readAwareness } from '../../testing/cursors.ts';
import { candidateOf, startLiveRoom, type LiveRoom } from '../../testing/live-room.ts';
import { OwnClient } from '../../testing/own-client.ts';
import { PlainClient } from '../../testing/plain-client.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { until } from '../../testing/until.ts';
import { replayDocument } from './log/document-replay.ts';
import { appendUpdate } from './log/documents.repository.ts';
import { readCode } from './documents.service.ts';
import { newOperationOfNode } from './log/update-author.ts';

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true });
});
afterAll(() => node.close());

const plain = async (auth: LiveRoom['candidate'], options = {}) =>
  remember(await PlainClient.join(node.url, auth, options));
const own = async (auth: LiveRoom['candidate']) => remember(await OwnClient.join(node.url, auth));

async function stored(room: LiveRoom): Promise<string> {
  return (await readCode(node.ctx, room.interview.id)).code_content;
}

const ANNA = randomUUID();
const ben = { readerId: 'the socket of Ben', participantId: randomUUID() };

const SEED = '-- Start coding here...';

test('two plain clients see each other type', async () => {
  const room = await startLiveRoom(node);
  const [ines, ada] = [await plain(room.interviewer), await plain(room.candidate)];
  expect(await ines.type('SELECT 1;')).toEqual({ ok: true });
  await until('the text', () => ada.code === 'SELECT 1;');
  await ada.type('SELECT 1;\nSELECT 2;');
  await until('the text', () => ines.code === 'SELECT 1;\nSELECT 2;');
  expect(await stored(room)).toBe('SELECT 1;\nSELECT 2;');
});

test('full texts that together are too long are not both taken', async () => {
  const room = await startLiveRoom(node);
  const [ines, ada] = [await plain(room.interviewer), await plain(room.candidate)];
  // At the same moment, neither having seen the other's.
  const answers = await Promise.all([ines.type('x'.repeat(199_990)), ada.type(SEED + 'y'.repeat(50))]);
  const [refused] = answers.filter(({ ok }) => !ok);
  expect(refused).toMatchObject({ error: { code: 'too_large' } });
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await stored(room)).length).toBeLessThanOrEqual(200_000);
});

test('a plain client that comes later is shown the text as it is', async () => {
  const room = await startLiveRoom(node);
  const ines = await plain(room.interviewer);
  await ines.type('SELECT 1;');
  const ada = await plain(room.candidate);
  expect(await until('the text', () => ada.code || undefined)).toBe('SELECT 1;');
});

test('plain and own clients edit one text, and none destroys the work of another', async () => {
  const room = await startLiveRoom(node);
  const ines = await plain(room.interviewer);
  const ada = await own(room.candidate);
  const bob = await own(await candidateOf(node, room.roomCode, 'Bob'));
  // All three type at the same moment, none having seen the others.
  ada.insert(0, 'ada\n');
  bob.insert(2, '[bob]');
  await ines.type(`${SEED} ines`);
  await until(
    'everybody to be equal',
    () => ada.text === bob.text && ines.code === ada.text && ada.text.includes('ines'),
  );
  expect(ada.text).toBe('ada\n--[bob] Start coding here... ines');
  expect(await stored(room)).toBe(ada.text);
});

test('a client that comes to another node with an old text on its screen takes nothing away', async () => {
  const room = await startLiveRoom(node);
  const ines = await own(room.interviewer);
  ines.insert(0, 'what others typed meanwhile\n');
  await until('the acknowledgement', () => ines.unacknowledged.size === 0);
  const late = await plain(room.candidate, { acknowledges: false });
  expect(await late.type(`${SEED} old`)).toMatchObject({ ok: false, error: { code: 'resync' } });
  await until('the text as it is', () => late.code === ines.text);
  expect(await late.type(`${late.code} new`)).toEqual({ ok: true });
  await until('the edit', () => ines.text === `what others typed meanwhile\n${SEED} new`);
});

test('an acknowledgement does not overtake the text that was sent before it', async () => {
  const room = await startLiveRoom(node);
  const [ines, ada] = [await own(room.interviewer), await plain(room.candidate, { acknowledges: false })];
  // A first push and its acknowledgement, so that the client is followed exactly from now on.
  ada.socket.once('codeChange', (_push: unknown, ack: () => void) => ack());
  ines.insert(0, 'first ');
  await until('the first push', () => ada.code === `first ${SEED}`);
  const typed = `${ada.code} typed`;
  const sent = new Promise<void>((resolve) => {
    ada.socket.once('codeChange', (_push: unknown, ack: () => void) => {
      // Typed before the push was seen; both frames travel in one chunk.
      void ada.custom('codeChange', { room: room.roomCode, code: typed }).then(() => resolve());
      ack();
    });
  });
  ines.insert(0, 'second ');
  await sent;
  await until('the text', () => ines.text === `second first ${SEED} typed`);
  expect(await stored(room)).toBe(`second first ${SEED} typed`);
});

test('a full text of somebody who is not sent full texts is refused, not acknowledged and forgotten', async () => {
  const room = await startLiveRoom(node);
  const ines = await own(room.interviewer);
  const { roomCode } = room;
  const answer = await ines.wire.custom('codeChange', { room: roomCode, code: 'SELECT 2;', lineNumber: 1 });
  expect(answer).toMatchObject({ ok: false, error: { code: 'resync' } });
});

test('an edit is in the database when it is acknowledged', async () => {
  const room = await startLiveRoom(node);
  const ada = await own(room.candidate);
  ada.insert(0, 'durable ');
  await until('the acknowledgement', () => ada.unacknowledged.size === 0);
  expect(await stored(room)).toBe(`durable ${SEED}`);
});

test('an edit repeated after a lost acknowledgement is there once', async () => {
  const room = await startLiveRoom(node);
  const ada = await own(room.candidate);
  const update = updateOf(ada.doc, (text) => text.insert(0, 'once '));
  const id = randomUUID();
  expect(await ada.update(update, id)).toEqual({ ok: true });
  expect(await ada.update(update, id)).toEqual({ ok: true });
  expect(await stored(room)).toBe(`once ${SEED}`);
});

test('an edit whose beginning is missing is refused until the document is opened again', async () => {
  const room = await startLiveRoom(node);
  const ada = await own(room.candidate);
  const withheld = updateOf(ada.doc, (text) => text.insert(0, 'withheld '));
  const next = updateOf(ada.doc, (text) => text.insert(9, 'next '));
  expect(await ada.update(next)).toMatchObject({ ok: false, error: { code: 'resync' } });
  expect(await ada.update(withheld)).toEqual({ ok: true });
  expect(await ada.update(next)).toEqual({ ok: true });
  expect(await stored(room)).toBe(`withheld next ${SEED}`);
});

test('what an absent author never got into the log, whoever has it is asked for; a present one sends it themselves', async () => {
  const room = await startLiveRoom(node);
  const document = await node.ctx.documents.open(room.interview.id);
  const author = new Y.Doc();
  Y.applyUpdate(author, Buffer.from(document.exchange(new Uint8Array([0]), ben, new Set()).update, 'base64'));
  const known = updateOf(author, (text) => text.insert(0, 'known '));
  await document.edit(known, { opId: randomUUID(), participantId: ANNA, readerId: null });
  const unlogged = updateOf(author, (text) => text.insert(0, 'relayed '));
  const state = Y.encodeStateVector(author);
  const byBen = { opId: randomUUID(), ...ben };
  const asked = (present: Set<string>) => {
    const { stateVector } = document.exchange(state, ben, present);
    return Y.encodeStateAsUpdate(author, Buffer.from(stateVector, 'base64')).length > 2;
  };
  expect(asked(new Set([ANNA]))).toBe(false);
  expect(() => document.edit(unlogged, byBen)).toThrow('The edit is not valid.');
  expect(asked(new Set())).toBe(true);
  await document.edit(unlogged, byBen);
  expect(await stored(room)).toBe(`relayed known ${SEED}`);
});

test('what a lost node wrote for a plain client and did not log is asked for, though its person is there', async () => {
  const room = await startLiveRoom(node);
  const { doc } = await replayDocument(node.ctx.db, room.interview.id);
  const logged = {
    opId: newOperationOfNode(),
    participantId: ANNA,
    bytes: updateOf(doc, (text) => text.insert(0, 'a')),
  };
  await appendUpdate(node.ctx.db, { interviewId: room.interview.id, ...logged });
  updateOf(doc, (text) => text.insert(1, 'b'));
  const document = await node.ctx.documents.open(room.interview.id);
  const { stateVector } = document.exchange(Y.encodeStateVector(doc), ben, new Set([ANNA, ben.participantId]));
  const wanted = Y.encodeStateAsUpdate(doc, Buffer.from(stateVector, 'base64'));
  await document.edit(wanted, { opId: randomUUID(), ...ben });
  expect(await stored(room)).toBe(`ab${SEED}`);
});

test('people come back to a node that knows none of them, and nobody is taken for another', async () => {
  const room = await startLiveRoom(node);
  const document = await node.ctx.documents.open(room.interview.id);
  const present = new Set([ANNA, ben.participantId]);
  const anna = { readerId: 'of Anna', participantId: ANNA };
  const [annas, bens] = [new Y.Doc(), new Y.Doc()];
  for (const doc of [annas, bens])
    Y.applyUpdate(doc, Buffer.from(document.exchange(new Uint8Array([0]), ben, present).update, 'base64'));
  // Typed before the node, told to each other, and in no log.
  const byAnna = updateOf(annas, (text) => text.insert(0, 'anna '));
  Y.applyUpdate(bens, byAnna);
  Y.applyUpdate(
    annas,
    updateOf(bens, (text) => text.insert(5, 'ben ')),
  );
  const back = (doc: Y.Doc, by: typeof anna) => {
    const { stateVector } = document.exchange(Y.encodeStateVector(doc), by, present);
    const update = Y.encodeStateAsUpdate(doc, Buffer.from(stateVector, 'base64'));
    return document.edit(update, { opId: randomUUID(), ...by });
  };
  await back(bens, ben);
  await document.edit(byAnna, { opId: randomUUID(), ...anna });
  await back(annas, anna);
  const next = updateOf(annas, (text) => text.insert(0, 'next '));
  await document.edit(next, { opId: randomUUID(), ...anna });
  expect(await stored(room)).toBe(`next anna ben ${SEED}`);
  const forged = updateOf(annas, (text) => text.insert(0, 'forged '));
  expect(() => document.edit(forged, { opId: randomUUID(), ...ben })).toThrow('The edit is not valid.');
});

test.each(['', 'a', 'AQ=='])('a state that is none is refused: %j', async (stateVector) => {
  const ada = await plain((await startLiveRoom(node)).candidate);
  expect(await ada.emit('document:open', { stateVector })).toMatchObject({ ok: false, error: { code: 'invalid' } });
});

test('the language reaches everybody and is kept', async () => {
  const room = await startLiveRoom(node);
  const [ines, ada] = [await own(room.interviewer), await plain(room.candidate)];
  const told = ada.next('document:language');
  expect(await ines.wire.emit('document:language', { language: 'python' })).toEqual({ ok: true });
  expect(await told).toEqual({ language: 'python' });
  expect(await readCode(node.ctx, room.interview.id)).toMatchObject({ language: 'python' });
});

test.each(['klingon', 'Python', ''])('refuses the language %j, which the editor does not offer', async (language) => {
  const room = await startLiveRoom(node);
  const [ines, ada] = [await own(room.interviewer), await plain(room.candidate)];
  expect(await ines.wire.emit('document:language', { language })).toMatchObject({
    ok: false,
    error: { code: 'invalid' },
  });
  expect(ada.count('document:language')).toBe(0);
  expect(await readCode(node.ctx, room.interview.id)).toMatchObject({ language: 'sql' });
});

test('cursors reach own clients alone', async () => {
  const room = await startLiveRoom(node);
  const [ines, ada, third] = [
    await own(room.interviewer),
    await own(room.candidate),
    await plain(await candidateOf(node, room.roomCode, 'Plain')),
  ];
  ines.wire.socket.emit('document:awareness', cursorEvent(ines.doc.clientID));
  await until('the cursor', () => ada.wire.count('document:awareness') === 1);
  expect([ines.wire.count('document:awareness'), third.count('document:awareness')]).toEqual([0, 0]);
});

test('a cursor goes at once with its connection, though its person stays in the list', async () => {
  const room = await startLiveRoom(node);
  const [ines, ada] = [await own(room.interviewer), await own(room.candidate)];
  await own(room.candidate);
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

test('a save on a live room is an edit of what the caller was shown', async () => {
  const room = await startLiveRoom(node);
  const ada = await own(room.candidate);
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

test('a save without a base of the text as it stands changes nothing', async () => {
  const room = await startLiveRoom(node);
  const ines = await plain(room.interviewer);
  await ines.type('SELECT 1;');
  const body = { interview_session_id: room.interview.id, code_content: 'SELECT 1;', language: 'sql' };
  const { reply } = await call(node.app, saveCode, { token: room.owner.token, body });
  expect(reply.data.code_content).toBe('SELECT 1;');
});

test('a save without a base that builds on the last saved text keeps what was typed since', async () => {
  const room = await startLiveRoom(node);
  const ada = await own(room.candidate);
  ada.insert(0, 'SELECT 1;\n');
  await until('the acknowledgement', () => ada.unacknowledged.size === 0);
  const body = { interview_session_id: room.interview.id, code_content: `${SEED}\n-- saved` };
  const { reply } = await call(node.app, saveCode, { token: room.owner.token, body });
  expect(reply.data.code_content).toBe(`SELECT 1;\n${SEED}\n-- saved`);
});

test('two nodes never take the same save twice, however close', async () => {
  const room = await startLiveRoom(node);
  const body = { interview_session_id: room.interview.id, code_content: `${SEED}!`, base: SEED, op_id: 'save-0002' };
  await Promise.all(Array.from({ length: 8 }, () => call(node.app, saveCode, { token: room.owner.token, body })));
  expect(await stored(room)).toBe(`${SEED}!`);
});

test('a document longer than its snapshot interval comes back exactly', async () => {
  const room = await startLiveRoom(node);
  const ada = await own(room.candidate);
  for (let n = 0; n < 700; n++) ada.insert(0, String(n % 10));
  await until('the acknowledgements', () => ada.unacknowledged.size === 0);
  node.ctx.documents.drop(room.interview.id);
  const late = await own(await candidateOf(node, room.roomCode, 'Late'));
  expect(late.text).toBe(ada.text);
});

/** The update an edit of the document makes; the document has it afterwards, and sends it to nobody. */
function updateOf(doc: Y.Doc, edit: (text: Y.Text) => void): Uint8Array {
  const before = Y.encodeStateVector(doc);
  doc.transact(() => edit(doc.getText(SHARED_TEXT)), 'wire');
  return Y.encodeStateAsUpdate(doc, before);
}
