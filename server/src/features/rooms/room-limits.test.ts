import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventLimits } from './event-limits.ts';
import { RoomLimits, type ParticipantRef } from './room-limits.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const ref = (participantId: string, interviewId = 'room'): ParticipantRef => ({ interviewId, participantId });
const connection = () => ({ on: () => undefined, close: vi.fn<() => void>() });

/** Returns how many connections of participants can join a room. */
function countJoins(limits: RoomLimits, connections: number, participantOf: (nth: number) => string): number {
  return Array.from({ length: connections }, (_, nth) => {
    try {
      limits.join(connection(), ref(participantOf(nth)));
      return 1;
    } catch {
      return 0;
    }
  }).reduce<number>((sum, one) => sum + one, 0);
}

test('allows twenty participants with four devices each in a room, and at most 200 sockets', () => {
  expect(countJoins(new RoomLimits(true), 80, (nth) => `person ${nth % 20}`)).toBe(80);
  expect(countJoins(new RoomLimits(true), 1_000, (nth) => `person ${nth}`)).toBe(200);
});

test('allows ten sockets per participant, also when rates are switched off', () => {
  for (const hasRates of [true, false]) expect(countJoins(new RoomLimits(hasRates), 250, () => 'one')).toBe(10);
});

test('counts a connection down once when it leaves', () => {
  const limits = new RoomLimits(true);
  const connections = Array.from({ length: 10 }, connection);
  for (const conn of connections) limits.join(conn, ref('one'));
  const [first, second] = connections;
  if (!first || !second) throw new Error('Ten connections expected.');
  // This connection is in the room already.
  limits.join(first, ref('one'));
  for (const conn of [first, first, connection()]) limits.leave(conn);
  expect(countJoins(limits, 5, () => 'one')).toBe(1);
});

/** Sends events at once. Returns how many are accepted. */
function countAccepted(
  limits: RoomLimits,
  events: number,
  event: string,
  refOf: (nth: number) => ParticipantRef,
): number {
  const [conn, own] = [connection(), new EventLimits()];
  return Array.from({ length: events }).filter((_, nth) => limits.take(conn, refOf(nth), own, event, {})).length;
}

test('counts the events of all sockets of a participant together, separately for each room', () => {
  const limits = new RoomLimits(true);
  expect(countAccepted(limits, 500, 'heartbeat', () => ref('one'))).toBe(240);
  expect(countAccepted(limits, 500, 'heartbeat', () => ref('one'))).toBe(0);
  expect(countAccepted(limits, 500, 'heartbeat', () => ref('other'))).toBe(240);
  expect(countAccepted(limits, 500, 'heartbeat', () => ref('one', 'other room'))).toBe(240);
});

test('keeps the counts of a participant who reconnects', () => {
  const limits = new RoomLimits(true);
  const conn = connection();
  limits.join(conn, ref('one'));
  expect(countAccepted(limits, 20, 'document:offline', () => ref('one'))).toBe(20);
  limits.leave(conn);
  vi.advanceTimersByTime(5_000);
  expect(countAccepted(limits, 20, 'document:offline', () => ref('one'))).toBe(5);
});

test('limits the events of a room, and the edits and cursor moves relayed in it', () => {
  expect(countAccepted(new RoomLimits(true), 6_000, 'heartbeat', (nth) => ref(`person ${nth}`))).toBe(4_000);
  const full = new RoomLimits(true);
  countJoins(full, 200, (nth) => `person ${nth}`);
  expect(countAccepted(full, 1_000, 'document:awareness', (nth) => ref(`person ${nth}`))).toBe(100);
  expect(countAccepted(full, 1_000, 'document:update', (nth) => ref(`person ${nth}`))).toBe(300);
});

test('closes the connection of a client after two thousand refusals', () => {
  const limits = new RoomLimits(true);
  const [conn, own] = [connection(), new EventLimits()];
  for (let nth = 0; nth < 2_240; nth++) limits.take(conn, ref('one'), own, 'heartbeat', {});
  expect(conn.close).not.toHaveBeenCalled();
  limits.take(conn, ref('one'), own, 'heartbeat', {});
  expect(conn.close).toHaveBeenCalled();
});
