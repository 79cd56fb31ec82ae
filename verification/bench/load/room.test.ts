import * as Y from 'yjs';
import { describe, expect, it } from 'vitest';
import { Typing } from './edits.ts';
import { Room } from './room.ts';

describe('a room of the load generator', () => {
  const typing = new Typing();
  const update = (seq: number) => typing.edit(seq).update;
  const roomWith = (typed: number) => {
    const room = new Room(true);
    room.reader = { send: () => {}, close: () => {} };
    for (let count = 0; count < typed; count++) room.type(typing);
    return room;
  };

  it('measures each edit once when updates arrive alone, merged or repeated', () => {
    const room = roomWith(4);
    room.readerListener.received(update(1));
    room.readerListener.received(Y.mergeUpdates([update(2), update(3)]));
    room.readerListener.received(update(2));
    expect(room.fanOut).toHaveLength(3);
    expect(room.undelivered).toBe(1);
    room.readerListener.received(update(4));
    expect(room.undelivered).toBe(0);
    expect(room.isTextEqual(typing)).toBe(true);
  });

  it('detects a text that differs from the typed text', () => {
    const room = roomWith(2);
    room.readerListener.received(update(1));
    expect(room.isTextEqual(typing)).toBe(false);
  });

  it('counts only edits typed after the measurement started', () => {
    const room = roomWith(2);
    room.countFromNow();
    room.type(typing);
    for (const seq of [1, 2, 3]) room.readerListener.received(update(seq));
    for (const seq of [1, 2, 3]) room.writerListener.acknowledged(seq, true);
    expect([room.fanOut, room.acks].map((times) => times.length)).toEqual([1, 1]);
  });

  it('does not count a refused edit as acknowledged', () => {
    const room = roomWith(2);
    room.writerListener.acknowledged(1, true);
    room.writerListener.acknowledged(2, false);
    expect([room.acks.length, room.refused, room.unacknowledged]).toEqual([1, 1, 0]);
  });
});
