import { randomUUID } from 'node:crypto';
import { CODE_MAX, FILE_TEXTS, SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { addQuestion } from '../../../testing/builders.ts';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { events } from '../../../testing/sockets/events.ts';
import { fillTotals } from '../../../testing/databases/fill-totals.ts';
import { candidateOf, startLiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { PlainClient } from '../../../testing/sockets/plain-client.ts';
import { anEnd, aRequest, hashOf } from '../../../testing/sockets/runs.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true, env: { RATE_LIMITS: 'on' } });
});
afterAll(() => node.close());

/** Errors which mean that a total or a rate is used up. */
const USED_UP = new Set(['limit_reached', 'too_many_requests']);
const isUsedUp = ({ error }: Record<string, unknown>) => USED_UP.has(String(Object(error)['code']));
/** Sent until they are refused; events that only count come first. */
const FLOODS: [event: string, payload: Record<string, unknown>, count: number][] = [
  ['run:enter', { language: 'sql', text: '', stdin: '', device: 'laptop', agoMs: 0, pieces: [], end: anEnd() }, 12],
  ['document:open', { stateVector: 'AA==' }, 45],
  ['question:read', { known: [] }, 25],
  ['run:read', {}, 25],
  ['heartbeat', {}, 300],
];

/** Inserts letters, each before the last, so that no two become one item. Returns the acknowledgement. */
async function addItems(client: OwnClient, count: number): Promise<Record<string, unknown>> {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(client.doc));
  copy.clientID = client.doc.clientID;
  const before = Y.encodeStateVector(copy);
  copy.transact(() => {
    for (let n = 0; n < count; n++) copy.getText(SHARED_TEXT).insert(0, 'x');
  });
  const update = Y.encodeStateAsUpdate(copy, before);
  const reply = await client.update(update);
  if (reply['ok'] === true) Y.applyUpdate(client.doc, update, 'wire');
  return reply;
}

/** A room whose candidate, from ten connections, has used up every total and every rate of candidates. */
async function usedUpRoom() {
  const room = await startLiveRoom(node);
  const ada = remember(await OwnClient.join(node.url, room.candidate));
  const { participants } = await ada.wire.custom('getParticipants');
  const [{ id }] = participants as [{ id: string }];
  for (let nth = 1; nth < 10; nth++) remember(await PlainClient.join(node.url, room.candidate));
  await fillTotals(node, room.interview.id, id);
  for (const [event, payload, count] of FLOODS) {
    const fresh = () => (event === 'run:enter' ? { ...payload, id: randomUUID() } : payload);
    const replies = await Promise.all(Array.from({ length: count }, () => ada.wire.emit(event, fresh())));
    expect({ event, isUsedUp: replies.some(isUsedUp) }).toEqual({ event, isUsedUp: true });
  }
  return { ...room, ada: id };
}

test('lets an interviewer do everything after a candidate’s flood', { tags: ['long'] }, async () => {
  const room = await usedUpRoom();
  // They come later than all that, because their arrival is recorded too.
  const leader = remember(await OwnClient.join(node.url, room.interviewer));
  const question = await addQuestion(node, room.owner, { data: 'select 1;', tests: [] });
  const bob = remember(await PlainClient.join(node.url, await candidateOf(node, room.roomCode, 'Bob')));
  const { participants } = await bob.custom('getParticipants');
  const participantId = (participants as { id: string; name: string }[]).find(({ name }) => name === 'Bob')?.id;
  const run = aRequest(DEFAULT_CODE);
  const offered = aRequest(DEFAULT_CODE, { place: 'elsewhere' });
  const sent = new Set<string>();
  const send = async (event: string, payload: unknown) => {
    sent.add(event);
    const isCustom = ['getParticipants', 'typingModeChanged', 'codeChange', 'sessionEnded'].includes(event);
    const reply = isCustom ? await leader.wire.custom(event, payload) : await leader.wire.emit(event, payload);
    expect.soft(reply, event).toMatchObject({ ok: true });
    return reply;
  };
  const entered = { language: 'sql', text: '', stdin: '', device: 'laptop', agoMs: 0, pieces: [], end: anEnd() };

  await send('heartbeat', {});
  await send('subscribe', { channel: room.roomCode });
  await send('codeChange', { room: room.roomCode, code: 'typed' });
  await send('getParticipants', null);
  await send('document:open', { stateVector: 'AA==' });
  expect(await leader.update(new Uint8Array([0, 0]))).toMatchObject({ ok: true });
  sent.add('document:update');
  await send('typingModeChanged', { mode: 'instant' });
  await send('document:language', { language: 'sql' });
  const { root } = await send('file:create', { id: randomUUID(), name: 'own.py' });
  await send('file:rename', { root, name: 'shop.py' });
  await send('file:delete', { root });
  await send('file:restore', { root });
  await send('file:allow', { isAllowed: false });
  await send('document:offline', { id: randomUUID(), forMs: 1_000 });
  await send('room:change-rule', { rule: { tools: 'no_ai', note: null } });
  await send('room:change-completion', { completion: 'words' });
  await send('document:formatted', {});
  await send('run:allow', { isAllowed: false });
  await send('run:allow', { isAllowed: true });
  await send('run:data-set', { dataSet: { name: 'Data', sql: 'select 1;' } });
  await send('run:input', { stdin: '1' });
  await send('run:start', run);
  await send('run:output', { id: run.id, piece: { seq: 0, at: 0, stream: 'out', text: 'a' } });
  await send('run:alive', { id: run.id, ask: 1 });
  await send('run:answer', { id: run.id, ask: 1, text: 'b' });
  await send('run:stop', { id: run.id });
  await send('run:end', { id: run.id, end: anEnd() });
  await send('run:start', offered);
  await send('run:claim', { id: offered.id, device: 'laptop' });
  await send('run:end', { id: offered.id, end: anEnd() });
  await send('run:enter', { ...entered, id: randomUUID() });
  await send('run:read', {});
  const { id: shown } = await send('question:show', { questionId: question.id });
  await send('question:read', { known: [] });
  await send('question:front', { id: shown });
  const report = { question: shown, language: 'sql', hash: hashOf(''), tests: [], hidden: null };
  await send('question:tested', { ...report, isHiddenShared: false });
  await send('question:share-hidden', { id: shown, isShared: true });
  await leader.open();
  await send('question:put-aside', { question: shown, hash: hashOf(leader.text) });
  await send('question:hide', { id: shown });
  await send('room:lock', { isLocked: true });
  await send('room:lock', { isLocked: false });
  await send('room:ask-before-admitting', { isOn: true });
  await send('room:send-back', { participantId });
  await send('room:admit', { participantId });
  await send('room:send-back', { participantId });
  await send('room:reject', { participantId });
  await send('participant:remove', { participantId: room.ada });
  const arrivals = await node.ctx.db
    .selectFrom('timeline_events')
    .select('data')
    .where('interview_id', '=', room.interview.id)
    .where('kind', '=', 'joined')
    .execute();
  expect(arrivals.map(({ data }) => data['type'])).toContain('interviewer');
  await send('sessionEnded', {});

  // Every event is tried here, or has no total, except tests, because they need an engine, which this node lacks.
  const untried = events.map(({ name }) => name).filter((name) => !sent.has(name) && name !== 'custom:event');
  expect(untried.toSorted()).toEqual(['document:awareness', 'question:run-test', 'unsubscribe']);
});

test(
  'lets an interviewer go on while a candidate leaves and returns beside a large document',
  { tags: ['long'] },
  async () => {
    const room = await startLiveRoom(node);
    const leader = remember(await OwnClient.join(node.url, room.interviewer));
    for (let part = 0; part < 3; part++) expect(await addItems(leader, 30_000)).toEqual({ ok: true });
    const openings: Promise<void>[] = [];
    leader.wire.socket.on('document:resync', () => openings.push(leader.open().catch(() => {})));
    const ada = remember(await PlainClient.join(node.url, room.candidate));
    const { roomCode: channel, candidate } = room;
    for (let time = 0; time < 15; time++) {
      expect(await ada.emit('unsubscribe', { channel })).toMatchObject({ ok: true });
      expect(await ada.emit('subscribe', { channel, authToken: candidate.authToken })).toMatchObject({ ok: true });
    }
    await until('the departures', () => leader.wire.count('userLeft') === 15);
    await Promise.all(openings);

    const { id: questionId } = await addQuestion(node, room.owner, { tests: [] });
    expect(await leader.wire.emit('question:show', { questionId })).toMatchObject({ ok: true });
    expect(await leader.wire.emit('run:start', aRequest(DEFAULT_CODE))).toMatchObject({ ok: true });
    await leader.open();
    leader.insert(0, 'typed ');
    await until('the acknowledgement', () => leader.unacknowledged.size === 0);
  },
);

const REFUSED = { ok: false, error: { code: 'invalid' } };

test('lets an interviewer edit a document in which candidates used up their items', { tags: ['long'] }, async () => {
  const room = await startLiveRoom(node);
  const leader = remember(await OwnClient.join(node.url, room.interviewer));
  const ada = remember(await OwnClient.join(node.url, room.candidate));
  const bob = remember(await OwnClient.join(node.url, await candidateOf(node, room.roomCode, 'Bob')));
  for (let part = 0; part < 2; part++) expect(await addItems(ada, 25_000)).toEqual({ ok: true });
  expect(await addItems(ada, 1)).toMatchObject(REFUSED);
  // The text before is one item.
  expect(await addItems(bob, 19_999)).toEqual({ ok: true });
  expect(await addItems(bob, 1)).toMatchObject(REFUSED);
  const cy = remember(await PlainClient.join(node.url, await candidateOf(node, room.roomCode, 'Cy')));
  await until('the text', () => cy.code.length > CODE_MAX / 4);
  expect(await cy.type(`typed ${cy.code}`)).toMatchObject(REFUSED);

  await until('the text', () => leader.text.length === 69_999 + DEFAULT_CODE.length);
  leader.insert(30_000, 'inserted');
  leader.erase(10, 20);
  leader.erase(0, leader.text.length);
  leader.insert(0, 'a starter');
  await until('the acknowledgements', () => leader.unacknowledged.size === 0);
  await until('the starter', () => bob.text === 'a starter');
});

test('lets an interviewer delete from a text that a candidate made as long as possible, and type', async () => {
  const room = await startLiveRoom(node);
  const leader = remember(await OwnClient.join(node.url, room.interviewer));
  const ada = remember(await OwnClient.join(node.url, room.candidate));
  ada.insert(0, 'x'.repeat(CODE_MAX - ada.text.length));
  await until('the text', () => leader.text.length === CODE_MAX);
  leader.erase(100, 20);
  leader.insert(100, 'typed');
  await until('the acknowledgements', () => leader.unacknowledged.size === 0);
  await until('the typed text', () => ada.text.includes('typed'));
  expect(ada.text).toHaveLength(CODE_MAX - 15);
});

test('lets a person create the files of two starters without a pause', async () => {
  const room = await startLiveRoom(node);
  const leader = remember(await OwnClient.join(node.url, room.interviewer));
  const names = Array.from({ length: FILE_TEXTS.length - 1 }, (_, nth) => `${nth}.py`);
  const create = (name: string) => leader.wire.emit('file:create', { id: randomUUID(), name });
  expect((await Promise.all(names.map(create))).filter(({ ok }) => ok !== true)).toEqual([]);
});
