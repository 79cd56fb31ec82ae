import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventLimits } from './event-limits.ts';
import { RoomLimits, type Place } from './room-limits.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const place = (participantId: string, interviewId = 'room'): Place => ({ interviewId, participantId });
const connection = () => ({ on: () => undefined, close: vi.fn<() => void>() });

/** How many connections of participants get into a room. */
function joined(limits: RoomLimits, connections: number, participantOf: (nth: number) => string): number {
  return Array.from({ length: connections }, (_, nth) => {
    try {
      limits.join(connection(), place(participantOf(nth)));
      return 1;
    } catch {
      return 0;
    }
  }).reduce<number>((sum, one) => sum + one, 0);
}

test('lets twenty people with four devices each into a room, and no more than its bound', () => {
  expect(joined(new RoomLimits(true), 80, (nth) => `person ${nth % 20}`)).toBe(80);
  expect(joined(new RoomLimits(true), 1_000, (nth) => `person ${nth}`)).toBe(200);
});

test('lets one participant in ten times, also where rates are switched off', () => {
  for (const hasRates of [true, false]) expect(joined(new RoomLimits(hasRates), 250, () => 'one')).toBe(10);
});

test('gives a place back once, when its connection leaves', () => {
  const limits = new RoomLimits(true);
  const connections = Array.from({ length: 10 }, connection);
  for (const conn of connections) limits.join(conn, place('one'));
  const [first, second] = connections;
  if (!first || !second) throw new Error('Ten were made.');
  // It is in the room already.
  limits.join(first, place('one'));
  for (const conn of [first, first, connection()]) limits.leave(conn);
  expect(joined(limits, 5, () => 'one')).toBe(1);
});

/** How many of so many events are admitted at once. */
function admitted(limits: RoomLimits, events: number, event: string, placeOf: (nth: number) => Place): number {
  const [conn, own] = [connection(), new EventLimits()];
  return Array.from({ length: events }).filter((_, nth) => limits.admit(conn, placeOf(nth), own, event, {})).length;
}

test('counts the events of all sockets of a participant together, each room by itself', () => {
  const limits = new RoomLimits(true);
  expect(admitted(limits, 500, 'heartbeat', () => place('one'))).toBe(240);
  expect(admitted(limits, 500, 'heartbeat', () => place('one'))).toBe(0);
  expect(admitted(limits, 500, 'heartbeat', () => place('other'))).toBe(240);
  expect(admitted(limits, 500, 'heartbeat', () => place('one', 'other room'))).toBe(240);
});

test('remembers what a participant sent when they connect again', () => {
  const limits = new RoomLimits(true);
  const conn = connection();
  limits.join(conn, place('one'));
  expect(admitted(limits, 20, 'document:offline', () => place('one'))).toBe(20);
  limits.leave(conn);
  vi.advanceTimersByTime(5_000);
  expect(admitted(limits, 20, 'document:offline', () => place('one'))).toBe(5);
});

test('bounds what a room sends, and what is handed on in it', () => {
  expect(admitted(new RoomLimits(true), 6_000, 'heartbeat', (nth) => place(`person ${nth}`))).toBe(4_000);
  const full = new RoomLimits(true);
  joined(full, 200, (nth) => `person ${nth}`);
  expect(admitted(full, 1_000, 'document:awareness', (nth) => place(`person ${nth}`))).toBe(100);
  expect(admitted(full, 1_000, 'document:update', (nth) => place(`person ${nth}`))).toBe(300);
});

test('closes the connection of a client that goes on after two thousand refusals', () => {
  const limits = new RoomLimits(true);
  const [conn, own] = [connection(), new EventLimits()];
  for (let nth = 0; nth < 2_240; nth++) limits.admit(conn, place('one'), own, 'heartbeat', {});
  expect(conn.close).not.toHaveBeenCalled();
  limits.admit(conn, place('one'), own, 'heartbeat', {});
  expect(conn.close).toHaveBeenCalled();
});
