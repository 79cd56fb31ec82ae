import * as Y from 'yjs';
import { describe, expect, it } from 'vitest';
import { Typing } from './edits.ts';
import { Room } from './room.ts';

describe('a room of the load generator', () => {
  const typing = new Typing();
  const update = (seq: number) => typing.edit(seq).update;
  const roomWith = (typed: number, of = typing) => {
    const room = new Room(of, true);
    const reader = room.addReader();
    for (let count = 0; count < typed; count++) room.type();
    return { room, receive: (bytes: Uint8Array) => reader.listener.received(bytes) };
  };

  it('measures each edit once when updates arrive alone, merged or repeated', () => {
    const { room, receive } = roomWith(4);
    receive(update(1));
    receive(Y.mergeUpdates([update(2), update(3)]));
    receive(update(2));
    expect(room.fanOut).toHaveLength(3);
    expect(room.undelivered).toBe(1);
    receive(update(4));
    expect(room.undelivered).toBe(0);
    expect(room.isTextEqual).toBe(true);
  });

  it('detects a text that differs from the typed text', () => {
    const { room, receive } = roomWith(2);
    receive(update(1));
    expect(room.isTextEqual).toBe(false);
  });

  it('counts only edits typed after the measurement started', () => {
    const { room, receive } = roomWith(2);
    room.countFromNow();
    room.type();
    for (const seq of [1, 2, 3]) receive(update(seq));
    for (const seq of [1, 2, 3]) room.writerListener.acknowledged(seq, true);
    expect([room.fanOut, room.acks].map((times) => times.length)).toEqual([1, 1]);
  });

  it('counts every reader, and the deletions and pastes of the trace', () => {
    const trace = new Typing('trace');
    const edits = Array.from({ length: 400 }, (_, index) => trace.edit(index + 1));
    expect(edits.some(({ deleted }) => deleted !== null)).toBe(true);
    const { room, receive } = roomWith(400, trace);
    const other = room.addReader();
    for (const edit of edits) {
      receive(edit.update);
      other.listener.received(edit.update);
      expect(room.undelivered).toBe(2 * (400 - edit.seq));
    }
    expect(room.fanOut).toHaveLength(800);
    expect(room.isTextEqual).toBe(true);
  });

  it('does not count a refused edit as acknowledged', () => {
    const { room } = roomWith(2);
    room.writerListener.acknowledged(1, true);
    room.writerListener.acknowledged(2, false);
    expect([room.acks.length, room.refused, room.unacknowledged]).toEqual([1, 1, 0]);
  });
});
