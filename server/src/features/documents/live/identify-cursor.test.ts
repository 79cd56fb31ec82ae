import { expect, test } from 'vitest';
import { AppError } from '../../../errors.ts';
import { AT_START, awarenessUpdate, cursorEvent, readAwareness } from '../../../testing/cursors.ts';
import { cursorOf } from './identify-cursor.ts';

const CLIENT = 2 ** 48 + 5;
const ada = {
  id: '0198c0de-0000-7000-8000-000000000001',
  name: 'Ada',
  type: 'candidate',
  authenticated: true,
} as const;
const user = { id: ada.id, name: ada.name, type: ada.type };
const told = (frame: { clientId: number; update: string }) => readAwareness(cursorOf(ada, frame) ?? 'AA==');

test('keeps the place and the line, and fills in who it is', () => {
  const letter = { ...AT_START.head, item: { client: CLIENT, clock: 3, more: 1 } };
  const state = { user: { id: 'other', name: 'Acme' }, cursor: { anchor: letter, head: AT_START.head }, typingLine: 4 };
  const cursor = { anchor: { ...letter, item: { client: CLIENT, clock: 3 } }, head: AT_START.head };
  expect(told(cursorEvent(CLIENT, state, 9))).toEqual([
    { clientId: CLIENT, clock: 9, state: { user, cursor, typingLine: 4 } },
  ]);
});

test('passes on that a cursor is gone', () => {
  expect(told(cursorEvent(CLIENT, null, 9))).toEqual([{ clientId: CLIENT, clock: 9, state: null }]);
});

test('tells nothing of an update without a cursor', () => {
  expect(cursorOf(ada, { clientId: CLIENT, update: awarenessUpdate() })).toBeNull();
});

test.each([
  ['no state and more', { clientId: CLIENT, update: 'AAA=' }],
  ['the id of another', cursorEvent(CLIENT + 1)],
  [
    'two states',
    { clientId: CLIENT, update: awarenessUpdate({ clientId: CLIENT, state: {} }, { clientId: 7, state: null }) },
  ],
  ['a text for a state', cursorEvent(CLIENT, 'x')],
  ['a list for a state', cursorEvent(CLIENT, [])],
  [
    'a place in another type',
    cursorEvent(CLIENT, { cursor: { anchor: AT_START.head, head: { ...AT_START.head, tname: 'x' } } }),
  ],
  ['a text for a line', cursorEvent(CLIENT, { typingLine: 'x' })],
  ['nothing', { clientId: CLIENT, update: '' }],
])('refuses a frame with %s', (_what, frame) => {
  const sent = frame.clientId === CLIENT + 1 ? { ...frame, clientId: CLIENT } : frame;
  expect(() => cursorOf(ada, sent)).toThrow('The cursor is not valid.');
});

test('answers random bytes with a refusal or with one cursor of the sender', () => {
  const whole = Buffer.from(cursorEvent(CLIENT, { cursor: AT_START, typingLine: 2, hello: 'x' }).update, 'base64');
  // A generator of its own, so that a failure comes again.
  let seed = 4_242;
  const random = (below: number) => (seed = (seed * 48_271) % 0x7fff_ffff) % below;
  let taken = 0;
  for (let n = 0; n < 20_000; n++) {
    const bytes = Buffer.from(whole.subarray(0, random(10) === 0 ? random(whole.length) : whole.length));
    for (let hits = random(4); hits > 0 && bytes.length > 0; hits--) bytes[random(bytes.length)] = random(256);
    try {
      const [state, ...others] = told({ clientId: CLIENT, update: bytes.toString('base64') });
      expect([state?.clientId, others.length]).toEqual([CLIENT, 0]);
      if (state?.state !== null) expect(state?.state).toMatchObject({ user });
      taken++;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      expect(error.code).toBe('invalid');
    }
  }
  expect(taken).toBeGreaterThan(1_000);
});
