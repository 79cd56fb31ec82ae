import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RoomLimits, type ParticipantRef } from './room-limits.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const ref = (participantId: string, interviewId = 'room'): ParticipantRef => ({
  interviewId,
  group: 'candidates',
  participantId,
});
const host: ParticipantRef = { interviewId: 'room', group: 'interviewers', participantId: 'host' };
const connection = () => ({ on: () => undefined, close: vi.fn<() => void>() });

/** Returns how many connections of participants can join a room. */
function countJoins(limits: RoomLimits, connections: number, participantOf: (nth: number) => string): number {
  return Array.from({ length: connections }, (_, nth) => {
    try {
      limits.addConnection(connection(), ref(participantOf(nth)));
      return 1;
    } catch {
      return 0;
    }
  }).reduce<number>((sum, one) => sum + one, 0);
}

test('allows twenty participants with four devices, at most 200 sockets', () => {
  expect(countJoins(new RoomLimits(true), 80, (nth) => `person ${nth % 20}`)).toBe(80);
  expect(countJoins(new RoomLimits(true), 1_000, (nth) => `person ${nth}`)).toBe(200);
});

test('allows ten sockets per participant, also when rates are switched off', () => {
  for (const hasRates of [true, false]) expect(countJoins(new RoomLimits(hasRates), 250, () => 'one')).toBe(10);
});

test('counts a connection down once when it leaves', () => {
  const limits = new RoomLimits(true);
  const connections = Array.from({ length: 10 }, connection);
  for (const conn of connections) limits.addConnection(conn, ref('one'));
  const [first, second] = connections;
  if (!first || !second) throw new Error('Ten connections expected.');
  // This connection is in the room already.
  limits.addConnection(first, ref('one'));
  for (const conn of [first, first, connection()]) limits.removeConnection(conn);
  expect(countJoins(limits, 5, () => 'one')).toBe(1);
});

test('lets interviewers join a room that candidates filled', () => {
  const limits = new RoomLimits(true);
  expect(countJoins(limits, 1_000, (nth) => `person ${nth}`)).toBe(200);
  expect(() => limits.addConnection(connection(), host)).not.toThrow();
});

/** Sends events together. Returns how many are accepted. */
function countAccepted(
  limits: RoomLimits,
  events: number,
  event: string,
  refOf: (nth: number) => ParticipantRef,
): number {
  const conn = connection();
  return Array.from({ length: events }).filter((_, nth) => limits.takeEvent(conn, refOf(nth), event, {})).length;
}

test('counts a participant’s events over all sockets, separately per room', () => {
  const limits = new RoomLimits(true);
  expect(countAccepted(limits, 500, 'heartbeat', () => ref('one'))).toBe(240);
  expect(countAccepted(limits, 500, 'heartbeat', () => ref('one'))).toBe(0);
  expect(countAccepted(limits, 500, 'heartbeat', () => ref('other'))).toBe(240);
  expect(countAccepted(limits, 500, 'heartbeat', () => ref('one', 'other room'))).toBe(240);
});

test('keeps the counts of a participant who reconnects', () => {
  const limits = new RoomLimits(true);
  const conn = connection();
  limits.addConnection(conn, ref('one'));
  expect(countAccepted(limits, 20, 'document:offline', () => ref('one'))).toBe(20);
  limits.removeConnection(conn);
  vi.advanceTimersByTime(5_000);
  expect(countAccepted(limits, 20, 'document:offline', () => ref('one'))).toBe(5);
});

test('limits the events, edits and cursor moves of a room', () => {
  expect(countAccepted(new RoomLimits(true), 6_000, 'heartbeat', (nth) => ref(`person ${nth}`))).toBe(4_000);
  const full = new RoomLimits(true);
  countJoins(full, 200, (nth) => `person ${nth}`);
  expect(countAccepted(full, 1_000, 'document:awareness', (nth) => ref(`person ${nth}`))).toBe(100);
  expect(countAccepted(full, 1_000, 'document:update', (nth) => ref(`person ${nth}`))).toBe(300);
});

test('closes the connection of a client after two thousand refusals', () => {
  const limits = new RoomLimits(true);
  const conn = connection();
  for (let nth = 0; nth < 2_240; nth++) limits.takeEvent(conn, ref('one'), 'heartbeat', {});
  expect(conn.close).not.toHaveBeenCalled();
  limits.takeEvent(conn, ref('one'), 'heartbeat', {});
  expect(conn.close).toHaveBeenCalled();
});

test('accepts an interviewer’s events when candidates use up their own', () => {
  const limits = new RoomLimits(true);
  expect(countAccepted(limits, 6_000, 'heartbeat', (nth) => ref(`person ${nth}`))).toBe(4_000);
  expect(countAccepted(limits, 100, 'heartbeat', () => host)).toBe(100);
});

/** A connection whose packets are sent by hand. */
function sender() {
  const listeners: ((packet: { data: string }) => void)[] = [];
  const on = (_event: 'packet', listener: (packet: { data: string }) => void) => listeners.push(listener);
  return {
    conn: { on, close: vi.fn<() => void>() } as Parameters<RoomLimits['addConnection']>[0],
    send: (chars: number) => listeners.forEach((listener) => listener({ data: 'x'.repeat(chars) })),
  };
}

test('counts the characters of all connections of a participant together', () => {
  const limits = new RoomLimits(true);
  const senders = Array.from({ length: 10 }, sender);
  for (const { conn } of senders) {
    limits.watchConnection(conn);
    limits.addConnection(conn, ref('one'));
  }
  for (const { send } of senders) send(2_000_000);
  expect(senders.map(({ conn }) => limits.packets.isOverLimit(conn))).toEqual([
    ...Array<boolean>(8).fill(false),
    true,
    true,
  ]);
});

const reply = (limits: RoomLimits, by: ParticipantRef, chars: number) =>
  limits.runReply(by, 'question:read', async () => ({ ok: true, text: 'x'.repeat(chars) }));

test('refuses large replies only to participants who read too much', async () => {
  const limits = new RoomLimits(true);
  for (let nth = 0; nth < 4; nth++) await reply(limits, ref('one'), 5_000_000);
  await expect(reply(limits, ref('one'), 1)).rejects.toMatchObject({ code: 'too_many_requests' });
  await expect(reply(limits, ref('other'), 1)).resolves.toMatchObject({ ok: true });
  vi.advanceTimersByTime(20_000);
  await expect(reply(limits, ref('one'), 1)).resolves.toMatchObject({ ok: true });
});

test('replies to an interviewer when candidates used up their replies', async () => {
  const limits = new RoomLimits(true);
  for (let nth = 0; nth < 7; nth++) await reply(limits, ref(`person ${nth}`), 10_000_000);
  await expect(reply(limits, ref('late'), 1)).rejects.toMatchObject({ code: 'too_many_requests' });
  await expect(reply(limits, host, 1)).resolves.toMatchObject({ ok: true });
});

test('makes the large replies to a room one after another', async () => {
  const limits = new RoomLimits(true);
  let [running, most] = [0, 0];
  const slow = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    return { ok: true };
  };
  await Promise.all(Array.from({ length: 20 }, (_, nth) => limits.runReply(ref(`person ${nth}`), 'run:read', slow)));
  expect(most).toBe(1);
});
