import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { toBase64 } from '../base64.ts';
import { Cursors } from './cursors.ts';
import type { CursorOwner, CursorState } from './cursor-state.ts';
import { TypingGate } from '../typing-gate.ts';

const colorOf = (id: string) => ({ hue: id === 'anna' ? 1 : 2, color: `var(--${id})`, colorLight: 'none' });

class Person {
  readonly gate = new TypingGate();
  readonly sent: string[] = [];
  readonly cursors = new Cursors(this.gate, (_id, update) => this.sent.push(update), colorOf);
  readonly id: string;

  constructor(id: string) {
    this.id = id;
    this.cursors.connect({ id, name: `Name of ${id}` });
  }

  moveTo(index: number): void {
    const position = Y.createRelativePositionFromTypeIndex(this.gate.text, index);
    this.cursors.awareness.setLocalStateField('cursor', { anchor: position, head: position });
  }

  /**
   * Returns the index at which this page shows another's cursor; null without a cursor, undefined without the
   * participant.
   */
  sees(other: Person): number | null | undefined {
    const state = this.cursors.awareness.getStates().get(other.cursors.awareness.clientID) as CursorState | undefined;
    if (!state) return undefined;
    if (!state.cursor) return null;
    const head = Y.createRelativePositionFromJSON(state.cursor.head);
    return Y.createAbsolutePositionFromRelativePosition(head, this.gate.editing)?.index ?? null;
  }
}

let anna: Person;
let ben: Person;

function exchange(): void {
  vi.advanceTimersByTime(60);
  for (const [from, to] of [
    [anna, ben],
    [ben, anna],
  ] as const)
    for (const update of from.sent.splice(0)) to.cursors.receive(update);
  vi.advanceTimersByTime(60);
}

function shareText(from: Person, to: Person): void {
  Y.applyUpdate(to.gate.shared, Y.encodeStateAsUpdate(from.gate.shared), 'wire');
}

beforeEach(() => {
  vi.useFakeTimers();
  [anna, ben] = [new Person('anna'), new Person('ben')];
  anna.gate.text.insert(0, 'SELECT 1\n');
  shareText(anna, ben);
  exchange();
  exchange();
});

afterEach(() => {
  for (const person of [anna, ben]) {
    person.cursors.destroy();
    person.gate.destroy();
  }
  vi.useRealTimers();
});

test('shows a cursor inside held text at its last shared position', () => {
  anna.moveTo(7);
  exchange();
  expect(ben.sees(anna)).toBe(7);
  anna.gate.text.insert(9, 'held');
  anna.moveTo(11);
  exchange();
  expect(ben.sees(anna)).toBe(7);
  anna.gate.flush();
  shareText(anna, ben);
  exchange();
  expect(ben.sees(anna)).toBe(11);
});

test('publishes only the line of a cursor inside held text', () => {
  anna.gate.text.insert(9, 'secret');
  anna.moveTo(15);
  exchange();
  expect(ben.cursors.typing()).toEqual([{ name: 'Name of anna', line: 2, root: SHARED_TEXT }]);
  expect(ben.gate.text.toString()).toBe('SELECT 1\n');
  anna.moveTo(3);
  exchange();
  expect(ben.cursors.typing()).toEqual([]);
  anna.moveTo(12);
  exchange();
  expect(ben.cursors.typing()).toHaveLength(1);
  anna.gate.flush();
  exchange();
  expect(ben.cursors.typing()).toEqual([]);
});

test("moves the line of held text with a peer's line break", () => {
  anna.gate.text.insert(9, 'secret');
  anna.moveTo(15);
  exchange();
  ben.gate.text.insert(0, '-- first\n');
  ben.gate.flush();
  shareText(ben, anna);
  exchange();
  expect(ben.cursors.typing()).toEqual([{ name: 'Name of anna', line: 3, root: SHARED_TEXT }]);
});

test('sends a resting cursor once more, in case its message was lost', () => {
  anna.gate.text.insert(9, 'secret');
  anna.moveTo(15);
  exchange();
  anna.gate.flush();
  vi.advanceTimersByTime(60);
  anna.sent.length = 0;
  expect(ben.cursors.typing()).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(anna.sent).toHaveLength(1);
  exchange();
  expect(ben.cursors.typing()).toEqual([]);
  vi.advanceTimersByTime(5_000);
  expect(anna.sent).toHaveLength(0);
});

test('ignores an invalid line number of a peer', () => {
  for (const typingLine of [0, -1, 1.5, 1e9, '4', {}]) {
    anna.cursors.awareness.setLocalState({ user: { id: 'anna', name: 'Anna' }, cursor: null, typingLine });
    ben.cursors.receive(toBase64(encodeAwarenessUpdate(anna.cursors.awareness, [anna.cursors.awareness.clientID])));
    expect(ben.cursors.typing()).toEqual([]);
  }
});

test('reports a moved cursor, but no republished one', () => {
  anna.moveTo(3);
  exchange();
  const moved = vi.fn<(owner: CursorOwner) => void>();
  const stop = ben.cursors.onPeerMove(moved);
  anna.moveTo(5);
  exchange();
  expect(moved).toHaveBeenCalledOnce();
  expect(moved.mock.calls[0]?.[0]).toMatchObject({ id: 'anna', hue: 1 });
  expect(ben.cursors.placeOf('anna')).toEqual({ root: SHARED_TEXT, index: 5 });
  expect(ben.cursors.placeOf('absent')).toBeNull();
  anna.moveTo(5);
  exchange();
  expect(moved).toHaveBeenCalledOnce();
  stop();
  anna.moveTo(6);
  exchange();
  expect(moved).toHaveBeenCalledOnce();
});

test('sends cursor moves at most every 50 ms', () => {
  anna.sent.length = 0;
  for (let index = 0; index < 100; index++) {
    anna.moveTo(index % 8);
    vi.advanceTimersByTime(5);
  }
  expect(anna.sent.length).toBeLessThanOrEqual(10);
});

test('shows the peers immediately after a reconnect', () => {
  anna.moveTo(3);
  exchange();
  ben.cursors.disconnect();
  expect(ben.sees(anna)).toBeUndefined();
  ben.cursors.connect({ id: 'ben', name: 'Ben' });
  exchange();
  exchange();
  expect(ben.sees(anna)).toBe(3);
});

test('removes the cursor of a participant who left', () => {
  anna.moveTo(3);
  exchange();
  ben.cursors.retainOnly(new Set(['ben', 'anna']));
  expect(ben.sees(anna)).toBe(3);
  ben.cursors.retainOnly(new Set(['ben']));
  expect(ben.sees(anna)).toBeUndefined();
});

test('takes no colours from a peer and truncates long names', () => {
  const { awareness } = anna.cursors;
  const evil = {
    user: { id: 'anna', name: 'x'.repeat(500), color: 'red;background:url(//evil)', colorLight: '' },
    cursor: null,
  };
  awareness.setLocalState(evil);
  ben.cursors.receive(toBase64(encodeAwarenessUpdate(awareness, [awareness.clientID])));
  const state = ben.cursors.awareness.getStates().get(awareness.clientID) as CursorState;
  expect(state.user).toEqual({ id: 'anna', name: 'x'.repeat(80), hue: 1, color: 'var(--anna)', colorLight: 'none' });
  expect(() => ben.cursors.receive('AAECAwQ=')).not.toThrow();
  expect(() => ben.cursors.receive('not base64!')).not.toThrow();
  expect(ben.gate.shared.getText(SHARED_TEXT).toString()).toBe('SELECT 1\n');
});

test('hides a cursor without a valid position', () => {
  const { awareness } = anna.cursors;
  const place = { type: null, tname: SHARED_TEXT, item: null, assoc: 0 };
  const invalidPositions = [
    5,
    'x',
    {},
    { ...place, tname: 'other' },
    { ...place, type: { client: 1, clock: 0 } },
    { ...place, item: { client: 1, clock: -1 } },
    { ...place, item: { client: 'x', clock: 'y' } },
    { ...place, assoc: 'x' },
  ];
  const seen = invalidPositions.map((nowhere) => {
    const cursor = { anchor: place, head: nowhere };
    awareness.setLocalState({ user: { id: 'anna', name: 'Anna' }, cursor });
    ben.cursors.receive(toBase64(encodeAwarenessUpdate(awareness, [awareness.clientID])));
    return ben.sees(anna);
  });
  expect(seen).toEqual(invalidPositions.map(() => null));
  anna.moveTo(3);
  exchange();
  expect(ben.sees(anna)).toBe(3);
});

/** Returns encoded cursors of `count` new clients, one of each. */
function cursorUpdates(count: number, personOf: (n: number) => string): string[] {
  return Array.from({ length: count }, (_, n) => {
    const awareness = new Awareness(new Y.Doc());
    awareness.setLocalState({ user: { id: personOf(n), name: 'Mallory' }, cursor: null, typingLine: 1 });
    const update = encodeAwarenessUpdate(awareness, [awareness.clientID]);
    awareness.destroy();
    return toBase64(update);
  });
}

test('limits how often a flood of cursors renders', { tags: ['long'] }, () => {
  anna.moveTo(3);
  exchange();
  const drawn = vi.fn<() => void>();
  ben.cursors.awareness.on('change', drawn);
  for (const update of cursorUpdates(1_000, (n) => `person ${n}`)) ben.cursors.receive(update);
  vi.advanceTimersByTime(100);
  // One change for each cursor within the limit, one for the rest, and one for the removal of the excess.
  expect(drawn.mock.calls.length).toBeLessThanOrEqual(15);
  expect(ben.cursors.awareness.getStates().size).toBe(65);
  expect(ben.cursors.awareness.meta.size).toBeLessThanOrEqual(500);
  expect(ben.cursors.typing()).toHaveLength(63);
  expect(ben.sees(anna)).toBe(3);
});

test('retains the two newest cursors of a participant', () => {
  const updates = cursorUpdates(30, () => 'mallory');
  for (const update of updates) {
    ben.cursors.receive(update);
    vi.advanceTimersByTime(60);
  }
  expect(ben.cursors.typing()).toHaveLength(2);
});

test('publishes the cursor under a newly assigned client id', () => {
  anna.moveTo(3);
  exchange();
  const before = anna.cursors.awareness.clientID;
  anna.gate.editing.clientID = 2 ** 48 + 7;
  anna.cursors.syncClientId();
  anna.moveTo(5);
  exchange();
  expect(ben.sees(anna)).toBe(5);
  expect(anna.cursors.awareness.getStates().has(before)).toBe(false);
});

test('tells in which file a peer is, also while nothing of it was sent', () => {
  const second = anna.gate.file('code2').text;
  const moveTo = (index: number) => {
    const position = Y.createRelativePositionFromTypeIndex(second, index);
    anna.cursors.awareness.setLocalStateField('cursor', { anchor: position, head: position });
  };
  anna.moveTo(3);
  exchange();
  expect(ben.cursors.peersIn('code')).toMatchObject([{ owner: { id: 'anna' }, head: 3 }]);
  second.insert(0, 'held');
  moveTo(4);
  exchange();
  expect(ben.cursors.peersIn('code')).toEqual([]);
  expect(ben.cursors.placeOf('anna')).toEqual({ root: 'code2', index: 0 });
  expect(ben.cursors.typing()).toEqual([{ name: 'Name of anna', line: 1, root: 'code2' }]);
  anna.gate.flush();
  shareText(anna, ben);
  exchange();
  expect(ben.cursors.placeOf('anna')).toEqual({ root: 'code2', index: 4 });
});

test('hides a cursor whose character is in another file than it names', () => {
  const { client, clock } = Y.createRelativePositionFromTypeIndex(anna.gate.text, 3).item ?? { client: 0, clock: 0 };
  const position = new Y.RelativePosition(null, 'code2', Y.createID(client, clock), 0);
  anna.cursors.awareness.setLocalStateField('cursor', { anchor: position, head: position });
  exchange();
  expect(ben.cursors.placeOf('anna')).toBeNull();
});
