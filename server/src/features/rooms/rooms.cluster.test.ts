import { randomUUID } from 'node:crypto';
import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as Y from 'yjs';
import { endInterview, joinAsCandidate } from '../../testing/builders.ts';
import { closeAfterEach } from '../../testing/close-after-each.ts';
import { cursorEvent } from '../../testing/sockets/cursors.ts';
import { candidateOf, startLiveRoom } from '../../testing/sockets/live-room.ts';
import { OwnClient } from '../../testing/sockets/own-client.ts';
import { PlainClient } from '../../testing/sockets/plain-client.ts';
import { startRedis } from '../../testing/services/redis.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases/test-database.ts';
import { until } from '../../testing/until.ts';
import { readCode } from '../documents/read-code.service.ts';
import { readTimeline } from '../timeline/timeline.service.ts';

let database: TestDatabase;
let first: TestApp;
let second: TestApp;
const remember = closeAfterEach();

const onNode = (redisUrl: string) =>
  startTestApp({ databaseUrl: database.url, listen: true, env: { REDIS_URL: redisUrl } });

beforeAll(async () => {
  database = await createTestDatabase();
  first = await onNode(inject('redisUrl'));
  second = await onNode(inject('redisUrl'));
});
afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
  await database.drop();
});

const SEED = '-- Start coding here...';

/** Returns an update of many characters, each typed before the last; the client does not send it. */
function charactersBeforeEachOther({ doc }: OwnClient, count: number): Uint8Array {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  copy.clientID = doc.clientID;
  const before = Y.encodeStateVector(copy);
  for (let n = 0; n < count; n++) copy.getText(SHARED_TEXT).insert(0, 'x');
  return Y.encodeStateAsUpdate(copy, before);
}

test('merges edits of full-text and own clients on two nodes', async () => {
  const room = await startLiveRoom(first);
  const ines = remember(await PlainClient.join(first.url, room.interviewer));
  const ada = remember(await OwnClient.join(second.url, room.candidate));
  ada.insert(0, 'from the second node\n');
  await until('the text on the first node', () => ines.code.startsWith('from the second node'));
  await ines.type(`${ines.code}\nfrom the first node`);
  const whole = `from the second node\n${SEED}\nfrom the first node`;
  await until('the text on the second node', () => ada.text === whole);
  expect((await readCode(first.ctx, room.interview.id)).code_content).toBe(whole);
});

test('relays presence, typing mode, language and cursors between nodes, each once', async () => {
  const room = await startLiveRoom(first);
  const ines = remember(await OwnClient.join(first.url, room.interviewer));
  const joined = ines.wire.next('userJoined');
  const ada = remember(await OwnClient.join(second.url, room.candidate));
  expect(await joined).toEqual({ userName: 'Ada', userType: 'candidate', participantCount: 2 });
  expect(await ada.wire.custom('getParticipants')).toMatchObject({ count: 2 });
  const announced = [ada.wire.next('typingModeChanged'), ada.wire.next('document:language')];
  await ines.wire.custom('typingModeChanged', { mode: 'instant' });
  await ines.wire.emit('document:language', { language: 'python' });
  expect(await Promise.all(announced)).toEqual([{ mode: 'instant' }, { language: 'python' }]);
  ines.wire.socket.emit('document:awareness', cursorEvent(ines.doc.clientID));
  await until('the cursor', () => ada.wire.count('document:awareness') === 1);
  const left = ines.wire.next('userLeft');
  ada.close();
  expect(await left).toEqual({ userName: 'Ada', userType: 'candidate', participantCount: 1 });
  expect([ines.wire.count('userJoined'), ines.wire.count('userLeft')]).toEqual([1, 1]);
});

test('lists a participant with a tab on each node once', async () => {
  const room = await startLiveRoom(first);
  const ines = remember(await PlainClient.join(first.url, room.interviewer));
  const tab = remember(await PlainClient.join(first.url, room.candidate));
  remember(await PlainClient.join(second.url, room.candidate));
  expect(await ines.custom('getParticipants')).toMatchObject({ count: 2 });
  expect(ines.count('userJoined')).toBe(1);
  await tab.emit('unsubscribe', { channel: room.roomCode });
  expect(await ines.custom('getParticipants')).toMatchObject({ count: 2 });
  expect(ines.count('userLeft')).toBe(0);
});

/** Lets a participant's entries look as old as after an outage of Redis. */
const AGE = `
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  local value = redis.call('HGET', KEYS[1], field)
  if string.find(field, ARGV[1], 1, true) then redis.call('HSET', KEYS[1], field, (string.gsub(value, '|%d+|', '|0|', 1))) end
end`;

/** The first node's connection to Redis. */
function redisOf({ ctx: { redis } }: TestApp) {
  if (!redis) throw new Error('The nodes need Redis.');
  return redis.commands;
}

async function kindsOf(interviewId: string, id: string): Promise<string[]> {
  const kinds: string[] = [];
  for await (const { participantId, kind } of readTimeline(first.ctx.db, interviewId))
    if (participantId === id) kinds.push(kind);
  return kinds;
}

test('records and lists as back whom the other node took for gone', async () => {
  const room = await startLiveRoom(first);
  const { token, participant_id: id } = await joinAsCandidate(first, room.roomCode, 'Bob');
  const ines = remember(await OwnClient.join(first.url, room.interviewer));
  const bob = remember(await OwnClient.join(second.url, { roomCode: room.roomCode, authToken: token }));
  const key = `presence:${room.interview.id}`;
  const mayBeGone = async () => {
    if (ines.wire.count('userLeft') === 0) await redisOf(first).eval(AGE, 1, key, id);
    return ines.wire.count('userLeft');
  };
  await expect.poll(mayBeGone, { timeout: 10_000, interval: 20 }).toBeGreaterThan(0);

  const kinds = async () => (await kindsOf(room.interview.id, id)).join();
  await expect.poll(kinds, { timeout: 10_000 }).toMatch(/left,joined$/);
  for (const { wire } of [ines, bob]) {
    const counts = () =>
      wire.received.flatMap(({ event, data }) => (event === 'participantList' ? [data['count']] : []));
    await until('the list', () => counts().at(-1) === 2);
  }
});

test('records an arrival that a node which died had not recorded', async () => {
  const room = await startLiveRoom(first);
  const { token, participant_id: id } = await joinAsCandidate(first, room.roomCode, 'Bob');
  const [seconds] = await redisOf(first).time();
  const now = Number(seconds) * 1_000;
  const participant = JSON.stringify({ id, name: 'Bob', type: 'candidate', authenticated: true });
  const field = `${id}/${randomUUID()}/${randomUUID()}`;
  await redisOf(first).hset(`presence:${room.interview.id}`, field, `${now}|${now}|${participant}`);

  remember(await OwnClient.join(second.url, { roomCode: room.roomCode, authToken: token }));

  expect(await kindsOf(room.interview.id, id)).toEqual(['joined']);
});

test('requests edits that their author never sent, once the author leaves, only from pages that have them', async () => {
  const room = await startLiveRoom(first);
  const ines = remember(await OwnClient.join(first.url, room.interviewer));
  const bob = remember(await OwnClient.join(first.url, await candidateOf(first, room.roomCode, 'Bob')));
  const ada = remember(await OwnClient.join(second.url, room.candidate));
  // As if a node had relayed them and died before it logged them.
  Y.applyUpdate(ines.doc, charactersBeforeEachOther(ada, 3), 'wire');
  const requested = async () => {
    const state = Buffer.from(Y.encodeStateVector(ines.doc)).toString('base64');
    const { stateVector } = await ines.wire.emit('document:open', { stateVector: state });
    return Y.encodeStateAsUpdate(ines.doc, Buffer.from(String(stateVector), 'base64'));
  };
  expect(await requested()).toHaveLength(2);

  const asked = ines.wire.next('document:resync');
  await ada.wire.emit('unsubscribe', { channel: room.roomCode });
  await asked;
  expect(await ines.update(await requested())).toEqual({ ok: true });
  await until('the text', () => bob.text === `xxx${SEED}`);
  expect(bob.wire.count('document:resync')).toBe(0);
});

test('ends the room on the other node, with its held-back edits', async () => {
  const room = await startLiveRoom(first);
  const ada = remember(await OwnClient.join(second.url, room.candidate));
  ada.wire.socket.off('document:flush');
  ada.wire.socket.on('document:flush', (ack: () => void) => {
    ada.insert(0, 'held back\n');
    void until('the acknowledgement', () => ada.unacknowledged.size === 0).then(ack);
  });
  const ended = ada.wire.next('sessionEnded');
  await endInterview(first, room.owner, room.roomCode);
  expect(await ended).toMatchObject({ endedBy: 'Acme' });
  await until('the socket to close', () => !ada.wire.socket.connected);
  expect((await readCode(first.ctx, room.interview.id)).code_content).toBe(`held back\n${SEED}`);
});

test('removes a candidate on both nodes, which then refuse them', async () => {
  const room = await startLiveRoom(first);
  const ines = remember(await PlainClient.join(first.url, room.interviewer));
  const ada = remember(await PlainClient.join(second.url, room.candidate));
  const notice = ada.next('participant:removed');
  const left = ines.next('userLeft');
  const { participants } = await ines.custom('getParticipants');
  const [, candidate] = participants as { id: string }[];
  expect(await ines.emit('participant:remove', { participantId: candidate?.id })).toEqual({ ok: true });
  expect(await notice).toEqual({ message: 'You have been removed from this session.' });
  expect(await left).toMatchObject({ userName: 'Ada', participantCount: 1 });
  await until('the socket to close', () => !ada.socket.connected);
  for (const { url } of [first, second]) {
    const again = remember(new PlainClient(url, room.candidate));
    let refusal = '';
    again.socket.on('connect_error', (error) => (refusal = error.message));
    expect(await until('a refusal', () => refusal || undefined)).toBe('You have been removed from this session.');
  }
});

test('closes the sockets on the other node after a sign-out', async () => {
  const room = await startLiveRoom(first);
  const ines = remember(await PlainClient.join(second.url, room.interviewer));
  const headers = { authorization: `Bearer ${room.owner.token}` };
  await first.app.inject({ method: 'POST', url: '/api/logout', headers });
  expect(await until('the socket to close', () => !ines.socket.connected)).toBe(true);
});

test('closes only the document that two nodes overload together', { tags: ['long'] }, async () => {
  const room = await startLiveRoom(first);
  const tabs = [
    remember(await OwnClient.join(first.url, room.candidate)),
    remember(await OwnClient.join(second.url, room.candidate)),
  ];
  const elsewhere = await startLiveRoom(first);
  const ines = remember(await OwnClient.join(first.url, elsewhere.interviewer));
  const ada = remember(await OwnClient.join(second.url, elsewhere.candidate));
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on('uncaughtException', note);
  try {
    const answers = tabs.map((tab) => tab.update(charactersBeforeEachOther(tab, 1_600)));
    expect(await Promise.all(answers)).toMatchObject([{ ok: true }, { ok: true }]);
    await until('the closed document', () => [first, second].some(({ ctx }) => !ctx.documents.find(room.interview.id)));
    ada.insert(0, 'unharmed ');
    await until('the text of the other room', () => ines.text === ada.text);
  } finally {
    process.off('uncaughtException', note);
  }
  expect(uncaught).toEqual([]);
});

test('nodes sync through the log while Redis is away, without losing edits', async () => {
  const redis = await startRedis();
  const [left, right] = [await onNode(redis.url), await onNode(redis.url)];
  try {
    const room = await startLiveRoom(left);
    const ines = remember(await OwnClient.join(left.url, room.interviewer));
    const ada = remember(await OwnClient.join(right.url, await candidateOf(left, room.roomCode, 'Ada')));
    await redis.kill();
    for (let n = 0; n < 50; n++) ada.insert(0, `${n} `);
    await until('the text through the log', () => ines.text === ada.text);
    expect(ada.unacknowledged.size).toBe(0);
    await redis.restart();
    ines.insert(0, 'and back ');
    await until('the text through Redis', () => ada.text === ines.text);
  } finally {
    await Promise.all([left.close(), right.close()]);
    await redis.stop();
  }
});
