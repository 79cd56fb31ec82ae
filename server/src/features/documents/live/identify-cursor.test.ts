import { expect, test } from 'vitest';
import { AppError } from '../../../errors.ts';
import { AT_START, awarenessUpdate, cursorEvent, readAwareness } from '../../../testing/sockets/cursors.ts';
import { identifyCursor } from './identify-cursor.ts';

const CLIENT = 2 ** 48 + 5;
const ada = {
  id: '0198c0de-0000-7000-8000-000000000001',
  name: 'Ada',
  type: 'candidate',
  authenticated: true,
} as const;
const user = { id: ada.id, name: ada.name, type: ada.type };
const identified = (frame: { clientId: number; update: string }) => readAwareness(identifyCursor(ada, frame) ?? 'AA==');

test('passes on position and line, and sets the identity of the sender', () => {
  const letter = { ...AT_START.head, item: { client: CLIENT, clock: 3, more: 1 } };
  const state = { user: { id: 'other', name: 'Acme' }, cursor: { anchor: letter, head: AT_START.head }, typingLine: 4 };
  const cursor = { anchor: { ...letter, item: { client: CLIENT, clock: 3 } }, head: AT_START.head };
  expect(identified(cursorEvent(CLIENT, state, 9))).toEqual([
    { clientId: CLIENT, clock: 9, state: { user, cursor, typingLine: 4 } },
  ]);
});

test('passes on the file of a position', () => {
  const place = { ...AT_START.head, tname: 'code20' };
  const cursor = { anchor: place, head: place };
  expect(identified(cursorEvent(CLIENT, { cursor }))).toMatchObject([{ state: { cursor } }]);
});

test('passes on the removal of a cursor', () => {
  expect(identified(cursorEvent(CLIENT, null, 9))).toEqual([{ clientId: CLIENT, clock: 9, state: null }]);
});

test('returns null for an update without a cursor', () => {
  expect(identifyCursor(ada, { clientId: CLIENT, update: awarenessUpdate() })).toBeNull();
});

test.each([
  ['zero states and more bytes', { clientId: CLIENT, update: 'AAA=' }],
  ['the client id of another client', cursorEvent(CLIENT + 1)],
  [
    'two states',
    { clientId: CLIENT, update: awarenessUpdate({ clientId: CLIENT, state: {} }, { clientId: 7, state: null }) },
  ],
  ['a string as state', cursorEvent(CLIENT, 'x')],
  ['an array as state', cursorEvent(CLIENT, [])],
  [
    'a position in another type',
    cursorEvent(CLIENT, { cursor: { anchor: AT_START.head, head: { ...AT_START.head, tname: 'x' } } }),
  ],
  [
    'a position in no file',
    cursorEvent(CLIENT, { cursor: { anchor: AT_START.head, head: { ...AT_START.head, tname: 'code21' } } }),
  ],
  ['a string as line', cursorEvent(CLIENT, { typingLine: 'x' })],
  ['no bytes', { clientId: CLIENT, update: '' }],
])('refuses an update with %s', (_what, frame) => {
  const sent = frame.clientId === CLIENT + 1 ? { ...frame, clientId: CLIENT } : frame;
  expect(() => identifyCursor(ada, sent)).toThrow('The cursor is not valid.');
});

test('refuses random bytes or returns one cursor of the sender', { tags: ['long'] }, () => {
  const whole = Buffer.from(cursorEvent(CLIENT, { cursor: AT_START, typingLine: 2, hello: 'x' }).update, 'base64');
  // A fixed seed, so that a failure is reproducible.
  let seed = 4_242;
  const random = (below: number) => (seed = (seed * 48_271) % 0x7fff_ffff) % below;
  let accepted = 0;
  for (let n = 0; n < 20_000; n++) {
    const bytes = Buffer.from(whole.subarray(0, random(10) === 0 ? random(whole.length) : whole.length));
    for (let hits = random(4); hits > 0 && bytes.length > 0; hits--) bytes[random(bytes.length)] = random(256);
    try {
      const [state, ...others] = identified({ clientId: CLIENT, update: bytes.toString('base64') });
      expect([state?.clientId, others.length]).toEqual([CLIENT, 0]);
      if (state?.state !== null) expect(state?.state).toMatchObject({ user });
      accepted++;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      expect(error.code).toBe('invalid');
    }
  }
  expect(accepted).toBeGreaterThan(1_000);
});
