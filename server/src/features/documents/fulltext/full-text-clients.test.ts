import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FullTextClients } from './full-text-clients.ts';
import { applyDelta, Delta } from './text-delta.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const SOCKETS = 9;
/** More texts than a view retains for a client that never acknowledges. */
const KEYSTROKES = 70;
const SCATTERED = 10_000;
const OPERATIONS_MAX = 10_000;

/** A document whose full-text clients never acknowledge, except one. */
function openRoom() {
  let document = '.'.repeat(40_000);
  const clients = new FullTextClients();
  const pushed = new Map<string, string>();
  const add = (socketId: string, participantId: string, isAcknowledging: boolean) =>
    clients.add(socketId, participantId, () => document, {
      push(code, answered) {
        pushed.set(socketId, code);
        if (isAcknowledging) answered(true);
      },
      isSlow: () => false,
    });
  const change = (edit: Delta) => {
    document = applyDelta(document, edit);
    clients.onChange(edit);
    vi.advanceTimersByTime(100);
  };
  const hostile = Array.from({ length: SOCKETS }, (_, nth) => add(`hostile ${nth}`, 'the candidate', false));
  const honest = add('honest', 'the interviewer', true);
  for (let nth = 0; nth < KEYSTROKES; nth++) change(new Delta().insert('k'));
  return { clients, hostile, honest, pushed, change, document: () => document };
}

const retainedBy = (client: { operationsAfter(change: Delta): number }) => client.operationsAfter(new Delta());

/** Inserts this many characters, each at another place. */
function scattered(count: number): Delta {
  const edit = new Delta();
  for (let nth = 0; nth < count; nth++) edit.retain(3).insert('z');
  return edit;
}

test('retains few operations after an edit in ten thousand places', { tags: ['long'] }, () => {
  const { clients, hostile, pushed, change, document } = openRoom();
  // Its participant may reconnect.
  clients.depart('hostile 0');
  change(scattered(SCATTERED));
  change(new Delta().insert('k'));

  const retained = hostile.map(retainedBy).reduce((sum, count) => sum + count, 0);
  expect(retained).toBeLessThan(OPERATIONS_MAX);
  expect(pushed.get('hostile 0')).not.toBe(document());
  for (let nth = 1; nth < SOCKETS; nth++) expect(pushed.get(`hostile ${nth}`)).toBe(document());
  clients.close();
});

test('refuses deletions after texts were dropped until the current shows', () => {
  const { clients, hostile, pushed, change, document } = openRoom();
  const [client] = hostile;
  const old = document();
  change(scattered(SCATTERED));
  const current = document();
  const receive = (code: string) => client?.receive(code, change);

  expect(() => receive(`${old}typed`)).toThrow('The code has changed.');
  expect(document()).toBe(current);
  receive(`${current}typed`);
  expect(document()).toBe(`${current}typed`);
  vi.advanceTimersByTime(4_000);
  expect(pushed.get('hostile 0')).toBe(`${current}typed`);
  receive('typed');
  expect(document()).toBe('typed');
  clients.close();
});

test('keeps texts of an acknowledging client when others are dropped', () => {
  const { clients, hostile, honest, change, document } = openRoom();
  const shown = document();
  change(scattered(1_000));
  expect(hostile.every((client) => retainedBy(client) < OPERATIONS_MAX / SOCKETS)).toBe(true);

  honest.receive(document().slice(10), change);
  expect(document()).toHaveLength(shown.length + 1_000 - 10);
  clients.close();
});

test('keeps a text in flight when a long text is reformatted', () => {
  let document = 'line\n'.repeat(1_000);
  const clients = new FullTextClients();
  const socket = { push: () => {}, isSlow: () => false };
  const both = ['one', 'two'].map((id) => clients.add(id, id, () => document, socket));
  const change = (edit: Delta) => {
    document = applyDelta(document, edit);
    clients.onChange(edit);
    vi.advanceTimersByTime(100);
  };
  change(new Delta().insert('k'));
  const indented = new Delta().retain(1);
  for (let line = 0; line < 1_000; line++) indented.insert('  ').retain(5);
  change(indented.chop());
  // A text that they certainly show, and another in flight.
  for (const client of both) expect(retainedBy(client)).toBeGreaterThan(3_900);
  clients.close();
});
