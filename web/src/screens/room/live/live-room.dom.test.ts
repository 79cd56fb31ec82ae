import '../../../testing/fake-indexed-db.ts';
import { ENDED_MESSAGE, type Participant } from '@cip/contracts/rooms/rooms';
import { openDB } from 'idb';
import type { IDBPDatabase } from 'idb';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { toBase64 } from '../../../features/documents/sync/base64.ts';
import type { ConnectSocket, SocketLinkEvents } from '../../../features/rooms/connection/socket-link.ts';
import { DEFAULT_CODE } from '@cip/contracts/rooms/starting-text';
import { aPublicInterview } from '../../../testing/examples.ts';
import { changeLanguage, LiveRoom } from './live-room.ts';

const ADA = { id: 'p-1', name: 'Ada', type: 'candidate', authenticated: false };
const EMPTY = new Y.Doc();
const REPLIES: Record<string, object> = {
  subscribe: { participant: ADA, typingMode: 'enter', rule: null },
  'document:open': {
    language: 'sql',
    update: toBase64(Y.encodeStateAsUpdate(EMPTY)),
    stateVector: toBase64(Y.encodeStateVector(EMPTY)),
    firstClientId: 2 ** 48,
  },
  'custom:event': { participants: [] },
};

/** The link to a server that accepts every request. */
const link = { events: {} as SocketLinkEvents, requests: [] as string[], close: vi.fn<() => void>() };
vi.mock('../../../features/rooms/connection/socket-link.ts', () => ({
  createConnectSocket: (): ConnectSocket => (_identity, events) => {
    link.events = events;
    queueMicrotask(() => events.onConnect());
    return {
      request: async (event: string) => (link.requests.push(event), { ok: true, ...REPLIES[event] } as never),
      emitVolatile: () => undefined,
      listen: () => undefined,
      close: link.close,
    };
  },
}));

/** The frozen tab of another release, which blocks the disk of this one. */
let frozen: IDBPDatabase;
beforeAll(async () => {
  frozen = await openDB('code-interviews', 2);
});
afterAll(() => frozen.close());

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  link.requests.length = 0;
  link.close.mockClear();
});

/** Enters a room. */
async function enter(): Promise<LiveRoom> {
  const identity = { roomCode: 'room-1', userName: 'Ada', userType: 'candidate' as const, authToken: () => 'token' };
  const room = new LiveRoom(
    identity,
    { typingMode: 'enter', language: 'sql', rule: null, completion: 'off' },
    aPublicInterview({}),
  );
  await vi.waitFor(() => expect(room.connection.store.get().isConnected).toBe(true));
  return room;
}

/** Enters a room and types a line that is still held back. */
async function typeInRoom(): Promise<LiveRoom> {
  const room = await enter();
  room.code.gate.text.insert(0, 'SELECT 1');
  expect(link.requests).not.toContain('document:update');
  return room;
}

/** How long the product waits for a disk, in milliseconds. */
const DISK_TIMEOUT_MS = 1_000;
/** Replaces the clock of the product; the disk has its own. */
const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

test('shows the end and sends held lines despite a blocked disk', async () => {
  const room = await typeInRoom();
  stopClock();
  link.events.handlers.sessionEnded?.({ message: ENDED_MESSAGE, endedBy: 'Maya' });
  expect(link.requests).toContain('document:update');
  await vi.advanceTimersByTimeAsync(DISK_TIMEOUT_MS);
  expect(room.connection.store.get().ended).not.toBeNull();
  expect(link.close).toHaveBeenCalled();
  // The screen leaves once this has resolved.
  const deleted = room.code.deleteLocalData();
  await vi.advanceTimersByTimeAsync(DISK_TIMEOUT_MS);
  expect(await deleted).toBe(false);
});

test('sends held lines on leaving despite a blocked disk', async () => {
  const room = await typeInRoom();
  stopClock();
  void room.leave();
  expect(link.requests).toContain('document:update');
  await vi.advanceTimersByTimeAsync(DISK_TIMEOUT_MS);
  expect(link.close).toHaveBeenCalled();
});

test('puts text typed without a connection into the code before its user waits to be admitted', async () => {
  const room = await enter();
  room.code.typeAside('SELECT 1', { from: 0, to: 0 });
  const wait = { since: '2026-11-29T10:00:00.000Z', isHostHere: true, now: '2026-11-29T10:00:00.000Z' };
  link.events.handlers['room:waiting']?.({ ...wait, rule: null, completion: 'off' });
  expect(room.connection.store.get().waiting).not.toBeNull();
  expect(room.code.text).toBe('SELECT 1');
  expect(room.code.store.get().isTypingAside).toBe(false);
  stopClock();
  void room.leave();
  await vi.advanceTimersByTimeAsync(DISK_TIMEOUT_MS);
});

test('colors people by the room’s numbers, also without a list', async () => {
  const room = await typeInRoom();
  const maya = { id: 'p-2', name: 'Maya', type: 'interviewer' as const, authenticated: true };
  const ada = { ...ADA, type: 'candidate' as const };
  const list = (...participants: Participant[]) =>
    link.events.handlers.participantList?.({ participants, count: participants.length });
  const hues = () => [maya.id, ada.id].map((id) => room.code.colors.of(id).hue);
  list({ ...maya, number: 3 }, { ...ada, number: 1 });
  expect(hues()).toEqual([3, 1]);
  list(maya, ada);
  expect(hues()).toEqual([3, 1]);
  stopClock();
  void room.leave();
  await vi.advanceTimersByTimeAsync(DISK_TIMEOUT_MS);
});

test('writes the untouched starting text as each language’s comment', async () => {
  const room = await enter();
  room.code.gate.text.insert(0, DEFAULT_CODE);
  for (const [language, text] of [
    ['python', '# Start coding here...'],
    ['javascript', '// Start coding here...'],
    ['sql', DEFAULT_CODE],
  ] as const) {
    await changeLanguage(room, language);
    expect(room.code.text).toBe(text);
  }
  room.code.gate.text.insert(DEFAULT_CODE.length, ' SELECT');
  await changeLanguage(room, 'python');
  expect(room.code.text).toBe(`${DEFAULT_CODE} SELECT`);
});
