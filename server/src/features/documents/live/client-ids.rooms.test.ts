import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { cursorEvent } from '../../../testing/sockets/cursors.ts';
import { candidateOf, startLiveRoom, type LiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { startRedisPair, type RedisPair } from '../../../testing/redis-pair.ts';
import { until } from '../../../testing/until.ts';
import { readCode } from '../read-code.service.ts';

let pair: RedisPair;
const remember = closeAfterEach();
beforeAll(async () => {
  pair = await startRedisPair();
});
afterAll(() => pair.close());

const SEED = '-- Start coding here...';

const joinHere = async (auth: LiveRoom['candidate']) => remember(await OwnClient.join(pair.node.url, auth));
const joinThere = async (auth: LiveRoom['candidate']) => remember(await OwnClient.join(pair.other.url, auth));

/** An insertion at the start of `doc`'s text under a client id, as another client would forge it. */
function forgedInsert(doc: Y.Doc, clientId: number, text: string): Uint8Array {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  copy.clientID = clientId;
  const before = Y.encodeStateVector(copy);
  copy.getText(SHARED_TEXT).insert(0, text);
  return Y.encodeStateAsUpdate(copy, before);
}

const REFUSED = { ok: false, error: { code: 'invalid', message: 'The edit is not valid.' } };

test.each([
  ['the candidate cannot write under the client id of the interviewer', 'on the same node', true],
  ['the interviewer cannot write under the client id of the candidate', 'on the same node', false],
  ['the candidate cannot write under the client id of the interviewer', 'on the other node', true],
  ['the interviewer cannot write under the client id of the candidate', 'on the other node', false],
])('refuses a foreign client id before its first edit: %s, %s', async (_who, where, isCandidateHostile) => {
  const room = await startLiveRoom(pair.node);
  const [first, second] = isCandidateHostile ? [room.interviewer, room.candidate] : [room.candidate, room.interviewer];
  const victim = await joinHere(first);
  const hostile = await (where === 'on the other node' ? joinThere : joinHere)(second);
  const { clientID } = victim.doc;
  expect(await hostile.update(forgedInsert(hostile.doc, clientID, 'M'))).toEqual(REFUSED);
  victim.insert(0, 'first line\n');
  victim.insert(11, 'second line\n');
  const whole = `first line\nsecond line\n${SEED}`;
  await until('the acknowledgements', () => victim.unacknowledged.size === 0);
  await until('the text at the peer', () => hostile.text === whole);
  expect((await readCode(pair.node.ctx, room.interview.id)).code_content).toBe(whole);
});

test('refuses a foreign client id after both nodes closed the document', async () => {
  const room = await startLiveRoom(pair.node);
  const victim = await joinHere(room.interviewer);
  const { clientID } = victim.doc;
  for (const { ctx } of [pair.node, pair.other]) ctx.documents.drop(room.interview.id);
  const hostile = await joinThere(room.candidate);
  expect(await hostile.update(forgedInsert(hostile.doc, clientID, 'M'))).toEqual(REFUSED);
});

test('gives every page its own client id on any node', async () => {
  const room = await startLiveRoom(pair.node);
  const page = await joinHere(room.interviewer);
  const tab = await joinThere(room.interviewer);
  const { clientID } = page.doc;
  expect(tab.doc.clientID).not.toBe(clientID);
  page.insert(0, 'page ');
  tab.insert(0, 'tab ');
  await until('the acknowledgements', () => page.unacknowledged.size + tab.unacknowledged.size === 0);
  await until('one text', () => page.text === tab.text);
  await page.open();
  expect(page.doc.clientID).toBe(clientID);
  // A page sends the edits that another page of the same participant left unsent.
  expect(await tab.update(forgedInsert(tab.doc, clientID, 'left behind '))).toEqual({ ok: true });
});

test('refuses a present id while an absent one is granted', async () => {
  const room = await startLiveRoom(pair.node);
  const victim = await joinHere(room.interviewer);
  const hostile = await joinHere(await candidateOf(pair.node, room.roomCode, 'Mallory'));
  await victim.wire.emit('document:awareness', cursorEvent(victim.doc.clientID));
  const forged = forgedInsert(hostile.doc, victim.doc.clientID, 'M');
  Y.applyUpdate(hostile.doc, forged, 'wire');
  await hostile.open();
  expect(await hostile.update(forged)).toEqual(REFUSED);
});

test('refuses returning edits that contradict text forged under their id', async () => {
  const room = await startLiveRoom(pair.node);
  const victim = await joinHere(room.interviewer);
  const hostile = await joinHere(room.candidate);
  const { clientID } = victim.doc;
  const typed = forgedInsert(victim.doc, clientID, 'typed without a connection\n');
  await victim.wire.emit('unsubscribe', { channel: room.roomCode });
  victim.close();
  // The node requests edits of an absent participant from the clients that have them; this one forges them.
  const forged = forgedInsert(hostile.doc, clientID, 'M');
  Y.applyUpdate(hostile.doc, forged, 'wire');
  await hostile.open();
  expect(await hostile.update(forged)).toEqual({ ok: true });
  const back = await joinHere(room.interviewer);
  expect(await back.update(typed)).toEqual(REFUSED);
  // An edit repeated after a lost acknowledgement is not forged.
  const own = forgedInsert(back.doc, back.doc.clientID, '🙂 again\n');
  expect([await back.update(own), await back.update(own)]).toEqual([{ ok: true }, { ok: true }]);
  hostile.erase(0, 3);
  await until('the deletion', () => hostile.unacknowledged.size === 0);
  expect(await back.update(own)).toEqual({ ok: true });
});
