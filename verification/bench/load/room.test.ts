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

  it('takes the time of each edit once, whether updates come alone, together or again', () => {
    const room = roomWith(4);
    room.readerHears.received(update(1));
    room.readerHears.received(Y.mergeUpdates([update(2), update(3)]));
    room.readerHears.received(update(2));
    expect(room.fanOut).toHaveLength(3);
    expect(room.undelivered).toBe(1);
    room.readerHears.received(update(4));
    expect(room.undelivered).toBe(0);
    expect(room.isTextRight(typing)).toBe(true);
  });

  it('notices a text that is not what was typed', () => {
    const room = roomWith(2);
    room.readerHears.received(update(1));
    expect(room.isTextRight(typing)).toBe(false);
  });

  it('counts only what is typed after it begins to count', () => {
    const room = roomWith(2);
    room.countFromNow();
    room.type(typing);
    for (const seq of [1, 2, 3]) room.readerHears.received(update(seq));
    for (const seq of [1, 2, 3]) room.writerHears.answered(seq, true);
    expect([room.fanOut, room.acks].map((times) => times.length)).toEqual([1, 1]);
  });

  it('keeps a refused edit out of the acknowledgements', () => {
    const room = roomWith(2);
    room.writerHears.answered(1, true);
    room.writerHears.answered(2, false);
    expect([room.acks.length, room.refused, room.unanswered]).toEqual([1, 1, 0]);
  });
});
