/// <reference types="node" />
import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { installLoopCheck, TOO_LONG } from './loops.ts';

declare const checkRoomLoop: () => void;

let now = 0;
vi.spyOn(performance, 'now').mockImplementation(() => now);
installLoopCheck();

/** Takes turns of a loop, each of which lasts some time (ms). Returns how long they may go on (ms). */
function loopFor(turnMs: number, atMost: number): number {
  const startedAt = now;
  while (now - startedAt < atMost) {
    try {
      checkRoomLoop();
    } catch (error) {
      expect(error).toEqual(new RangeError(TOO_LONG));
      return now - startedAt;
    }
    now += turnMs;
  }
  return atMost;
}

const nextTask = async () => {
  await setImmediate();
  await setImmediate();
};

test('ends loops that hold up one task, each time sooner', async () => {
  // Loops in many tasks may take as long as they like.
  for (let task = 0; task < 10; task++) {
    expect(loopFor(1, 1_900)).toBe(1_900);
    await nextTask();
  }
  // Loops of one task count together, also behind promises.
  expect(loopFor(1, 1_500)).toBe(1_500);
  await Promise.resolve();
  expect(loopFor(1, 1_500)).toBeLessThan(600);
  // The task is over: each of its loops ends with its first turn, whatever has caught the error.
  expect(loopFor(1, 1_500)).toBe(0);
  await nextTask();
  const later: number[] = [];
  for (let task = 0; task < 12; task++) {
    later.push(loopFor(0.25, 1_500));
    await nextTask();
  }
  expect(later[0]).toBeGreaterThan(900);
  expect(later.at(-1)).toBeLessThan(50);
  expect(later).toEqual(later.toSorted((one, other) => other - one));
});
