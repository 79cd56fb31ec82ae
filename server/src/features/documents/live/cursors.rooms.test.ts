import { setTimeout as sleep } from 'node:timers/promises';
import type { Participant } from '@cip/contracts/rooms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { AT_START, awarenessUpdate, cursorEvent, readAwareness } from '../../../testing/cursors.ts';
import { startLiveRoom, type LiveRoom } from '../../../testing/live-room.ts';
import { OwnClient } from '../../../testing/own-client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true, env: { RATE_LIMITS: 'on' } });
});
afterAll(() => node.close());

const join = async (auth: LiveRoom['candidate']) => remember(await OwnClient.join(node.url, auth));

/** A room with its interviewer and a hostile candidate, and every cursor the interviewer is told of. */
async function hostileRoom() {
  const room = await startLiveRoom(node);
  const [ines, ada] = [await join(room.interviewer), await join(room.candidate)];
  const told: { clientId: number; clock: number; state: unknown }[] = [];
  ines.wire.socket.on('document:awareness', (update: string) => told.push(...readAwareness(update)));
  const { participants } = await ines.wire.custom('getParticipants');
  const [interviewer, candidate] = participants as Participant[];
  return { room, ines, ada, told, interviewer, candidate };
}

const INVALID = { ok: false, error: expect.objectContaining({ code: 'invalid' }) as unknown };
const TOO_MANY = { ok: false, error: expect.objectContaining({ code: 'limit_reached' }) as unknown };

test('a cursor carries the identity of its sender, whatever the frame says', async () => {
  const { ada, told, interviewer, candidate } = await hostileRoom();
  const { clientID } = ada.doc;
  const state = {
    user: { ...interviewer, name: 'Acme', color: 'red' },
    cursor: AT_START,
    typingLine: 3,
    hello: 'h',
    more: 1,
  };
  expect(await ada.wire.emit('document:awareness', cursorEvent(clientID, state))).toEqual({ ok: true });
  await until('the cursor', () => told.length === 1);
  const { id, name, type } = candidate ?? {};
  expect(told).toEqual([
    { clientId: clientID, clock: 1, state: { user: { id, name, type }, cursor: AT_START, typingLine: 3, hello: 'h' } },
  ]);
});

test('nobody shows, overwrites or removes a cursor under the id of somebody else', async () => {
  const { ines, ada, told } = await hostileRoom();
  const others = ines.doc.clientID;
  const own = ada.doc.clientID;
  const frames = [
    cursorEvent(others),
    cursorEvent(others, { cursor: AT_START }, 1_000),
    cursorEvent(others, null, 1_000),
    // Named as the sender's own, with the other's inside.
    { clientId: own, update: awarenessUpdate({ clientId: others, state: { cursor: AT_START } }) },
    { clientId: own, update: awarenessUpdate({ clientId: own, state: {} }, { clientId: others, state: null }) },
    // An id that nobody has yet.
    cursorEvent(7),
  ];
  for (const frame of frames) expect(await ada.wire.emit('document:awareness', frame)).toEqual(INVALID);
  expect(await ada.wire.emit('document:awareness', cursorEvent(own, null, 2))).toEqual({ ok: true });
  await until('the only cursor that was taken', () => told.length === 1);
  expect(told).toEqual([{ clientId: own, clock: 2, state: null }]);
});

test('a participant shows at most two cursors, however many pages and sockets they have', async () => {
  const { room, ada, told } = await hostileRoom();
  const [second, third] = [await join(room.candidate), await join(room.candidate)];
  const show = (page: OwnClient, clientId = page.doc.clientID) =>
    page.wire.emit('document:awareness', cursorEvent(clientId));
  expect([await show(ada), await show(second), await show(third)]).toEqual([{ ok: true }, { ok: true }, TOO_MANY]);
  // A page that takes another id leaves no cursor behind under the first.
  const next = ada.doc.clientID + (ada.doc.clientID % 2 === 0 ? 1 : -1);
  expect(await show(ada, next)).toEqual({ ok: true });
  const isGone = (clientId: number) => told.some((one) => one.clientId === clientId && one.state === null);
  await until('the removal of the first', () => isGone(ada.doc.clientID));
  expect(await show(third)).toEqual(TOO_MANY);
  second.close();
  await until('the removal of the second', () => isGone(second.doc.clientID));
  expect(await show(third)).toEqual({ ok: true });
});

test('a flood of cursors reaches the others only up to the rate of two pages', async () => {
  const { ada, told } = await hostileRoom();
  const frame = (n: number) => cursorEvent(ada.doc.clientID, { cursor: AT_START }, n + 1);
  const since = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => ada.wire.emit('document:awareness', frame(n))),
  );
  const taken = answers.filter(({ ok }) => ok).length;
  // A burst of two seconds, and what the time since the start adds to it.
  expect(taken).toBeLessThanOrEqual(80 + (40 * (performance.now() - since)) / 1_000);
  // Some may be dropped on their way, and none is added.
  expect(told.length).toBeLessThanOrEqual(taken);
  // Afterwards cursors reach the others again.
  for (let n = 200; !told.some(({ clock }) => clock > 200); n++) {
    await ada.wire.emit('document:awareness', frame(n));
    await sleep(25);
  }
  expect(told.length).toBeLessThanOrEqual(80 + (40 * (performance.now() - since)) / 1_000);
});

test('a cursor that is no cursor is refused, and the room goes on', async () => {
  const { ines, ada, told } = await hostileRoom();
  const { clientID } = ada.doc;
  const whole = Buffer.from(cursorEvent(clientID, { cursor: AT_START, typingLine: 2, hello: 'x' }).update, 'base64');
  // A generator of its own, so that a failure comes again.
  let seed = 4_242;
  const random = (below: number) => (seed = (seed * 48_271) % 0x7fff_ffff) % below;
  for (let n = 0; n < 40; n++) {
    const bytes = Buffer.from(whole.subarray(0, 1 + random(whole.length)));
    for (let hits = random(4); hits > 0; hits--) bytes[random(bytes.length)] = random(256);
    const answer = await ada.wire.emit('document:awareness', { clientId: clientID, update: bytes.toString('base64') });
    if (answer['ok'] !== true) expect(answer).toEqual(INVALID);
  }
  const places = [
    { ...AT_START.head, tname: '__proto__' },
    { ...AT_START.head, item: { client: -1, clock: 0 } },
    'x',
    [],
  ];
  for (const head of places)
    expect(
      await ada.wire.emit('document:awareness', cursorEvent(clientID, { cursor: { anchor: head, head } })),
    ).toEqual(INVALID);
  for (const { clientId } of told) expect(clientId).toBe(clientID);
  for (const { state } of told)
    if (state !== null) expect(state).toMatchObject({ user: { name: 'Ada', type: 'candidate' } });
  ada.insert(0, 'still here\n');
  await until('the text', () => ines.text.startsWith('still here'));
});
