import { setTimeout as sleep } from 'node:timers/promises';
import type { Participant } from '@cip/contracts/rooms/rooms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeAfterEach } from '../../../testing/close-after-each.ts';
import { AT_START, awarenessUpdate, cursorEvent, readAwareness } from '../../../testing/sockets/cursors.ts';
import { startLiveRoom, type LiveRoom } from '../../../testing/sockets/live-room.ts';
import { OwnClient } from '../../../testing/sockets/own-client.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { until } from '../../../testing/until.ts';

let node: TestApp;
const remember = closeAfterEach();
beforeAll(async () => {
  node = await startTestApp({ listen: true, env: { RATE_LIMITS: 'on' } });
});
afterAll(() => node.close());

const join = async (auth: LiveRoom['candidate']) => remember(await OwnClient.join(node.url, auth));

/** A room with its interviewer and a hostile candidate, and all cursors that the interviewer receives. */
async function hostileRoom() {
  const room = await startLiveRoom(node);
  const [ines, ada] = [await join(room.interviewer), await join(room.candidate)];
  const received: { clientId: number; clock: number; state: unknown }[] = [];
  ines.wire.socket.on('document:awareness', (update: string) => received.push(...readAwareness(update)));
  const { participants } = await ines.wire.custom('getParticipants');
  const [interviewer, candidate] = participants as Participant[];
  return { room, ines, ada, received, interviewer, candidate };
}

const INVALID = { ok: false, error: expect.objectContaining({ code: 'invalid' }) as unknown };
const TOO_MANY = { ok: false, error: expect.objectContaining({ code: 'limit_reached' }) as unknown };

test('gives a cursor the identity of its sender in any update', async () => {
  const { ada, received, interviewer, candidate } = await hostileRoom();
  const { clientID } = ada.doc;
  const state = {
    user: { ...interviewer, name: 'Acme', color: 'red' },
    cursor: AT_START,
    typingLine: 3,
    hello: 'h',
    more: 1,
  };
  expect(await ada.wire.emit('document:awareness', cursorEvent(clientID, state))).toEqual({ ok: true });
  await until('the cursor', () => received.length === 1);
  const { id, name, type } = candidate ?? {};
  expect(received).toEqual([
    { clientId: clientID, clock: 1, state: { user: { id, name, type }, cursor: AT_START, typingLine: 3, hello: 'h' } },
  ]);
});

test('refuses to show, overwrite or remove a cursor under another client id', async () => {
  const { ines, ada, received } = await hostileRoom();
  const others = ines.doc.clientID;
  const own = ada.doc.clientID;
  const frames = [
    cursorEvent(others),
    cursorEvent(others, { cursor: AT_START }, 1_000),
    cursorEvent(others, null, 1_000),
    // Named as the sender's own, with the id of the other inside.
    { clientId: own, update: awarenessUpdate({ clientId: others, state: { cursor: AT_START } }) },
    { clientId: own, update: awarenessUpdate({ clientId: own, state: {} }, { clientId: others, state: null }) },
    // An id that no client has yet.
    cursorEvent(7),
  ];
  for (const frame of frames) expect(await ada.wire.emit('document:awareness', frame)).toEqual(INVALID);
  expect(await ada.wire.emit('document:awareness', cursorEvent(own, null, 2))).toEqual({ ok: true });
  await until('the only accepted cursor', () => received.length === 1);
  expect(received).toEqual([{ clientId: own, clock: 2, state: null }]);
});

test('shows at most two cursors of a participant over all sockets', async () => {
  const { room, ada, received } = await hostileRoom();
  const [second, third] = [await join(room.candidate), await join(room.candidate)];
  const show = (page: OwnClient, clientId = page.doc.clientID) =>
    page.wire.emit('document:awareness', cursorEvent(clientId));
  expect([await show(ada), await show(second), await show(third)]).toEqual([{ ok: true }, { ok: true }, TOO_MANY]);
  // A page that changes its id leaves no cursor under the first id.
  const next = ada.doc.clientID + (ada.doc.clientID % 2 === 0 ? 1 : -1);
  expect(await show(ada, next)).toEqual({ ok: true });
  const isGone = (clientId: number) => received.some((one) => one.clientId === clientId && one.state === null);
  await until('the removal of the first', () => isGone(ada.doc.clientID));
  expect(await show(third)).toEqual(TOO_MANY);
  second.close();
  await until('the removal of the second', () => isGone(second.doc.clientID));
  expect(await show(third)).toEqual({ ok: true });
});

test('limits cursors of a participant to the rate of two pages', async () => {
  const { ada, received } = await hostileRoom();
  const frame = (n: number) => cursorEvent(ada.doc.clientID, { cursor: AT_START }, n + 1);
  const since = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => ada.wire.emit('document:awareness', frame(n))),
  );
  const accepted = answers.filter(({ ok }) => ok).length;
  // A burst of two seconds, plus the rate since the start.
  expect(accepted).toBeLessThanOrEqual(80 + (40 * (performance.now() - since)) / 1_000);
  // Cursors may be dropped, but not added.
  expect(received.length).toBeLessThanOrEqual(accepted);
  // Afterwards cursors are relayed again.
  for (let n = 200; !received.some(({ clock }) => clock > 200); n++) {
    await ada.wire.emit('document:awareness', frame(n));
    await sleep(25);
  }
  expect(received.length).toBeLessThanOrEqual(80 + (40 * (performance.now() - since)) / 1_000);
});

test('refuses malformed cursors, and the room stays usable', async () => {
  const { ines, ada, received } = await hostileRoom();
  const { clientID } = ada.doc;
  const whole = Buffer.from(cursorEvent(clientID, { cursor: AT_START, typingLine: 2, hello: 'x' }).update, 'base64');
  // A fixed seed, so that a failure is reproducible.
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
  for (const { clientId } of received) expect(clientId).toBe(clientID);
  for (const { state } of received)
    if (state !== null) expect(state).toMatchObject({ user: { name: 'Ada', type: 'candidate' } });
  ada.insert(0, 'still here\n');
  await until('the text', () => ines.text.startsWith('still here'));
});
