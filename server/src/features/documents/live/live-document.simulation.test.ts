import fc from 'fast-check';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { itHolds } from '../../../testing/property.ts';
import { runRoomSimulation } from '../../../testing/room-simulation/room-simulation.ts';
import {
  LOSSY_STEPS,
  RECONNECTING_STEPS,
  STABLE_STEPS,
  type RoomStep,
} from '../../../testing/room-simulation/schedule.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * Two full-text clients erase the same character. For the node, the text of the second may come from the first text or
 * from a push in flight, because a third client types one character at the same time.
 */
const ERASED_TWICE: RoomStep[] = [
  [1, 'erase', 175],
  [2, 'type', 0],
  [2, 'receive', 0],
  [1, 'receive', 0],
  [0, 'deliver', 0],
  [0, 'catch up', 0],
  [0, 'wait', 0],
  [0, 'erase', 55],
  [0, 'wait', 0],
  [0, 'show', 0],
  [0, 'type', 0],
];

/**
 * A page has shown the first edit of a node that crashes, and another node has only the second edit. The page brings
 * the first, with which the second becomes text.
 */
const HALF_RELAYED: RoomStep[] = [
  [0, 'type', 0],
  [0, 'receive', 0],
  [1, 'miss', 0],
  [4, 'show', 0],
  [0, 'type', 0],
  [0, 'receive', 0],
  [0, 'crash', 0],
  [0, 'deliver', 0],
];

const loseNothing = (kinds: readonly RoomStep[1][], example: RoomStep[]) => async (numRuns: number) => {
  const step = fc.tuple(fc.nat(4), fc.constantFrom(...kinds), fc.nat(200));
  const schedule = fc.record({
    steps: fc.array(step, { minLength: 20, maxLength: 150 }),
    hasSilent: fc.boolean(),
    hasShown: fc.boolean(),
  });
  const property = fc.asyncProperty(schedule, async (room) => {
    const outcome = await runRoomSimulation(room, (ms) => vi.advanceTimersByTimeAsync(ms));
    expect(outcome).toEqual({ lost: 0, duplicated: 0, diverged: 0, disturbed: 0 });
  });
  await fc.assert(property, { numRuns, examples: [[{ steps: example, hasSilent: false, hasShown: false }]] });
};

itHolds(
  'edits of further files lose nothing and reach no full-text client',
  500,
  loseNothing(STABLE_STEPS, ERASED_TWICE),
);
itHolds(
  'edits of further files reach no full-text client that reconnects, whatever it still shows',
  500,
  loseNothing(RECONNECTING_STEPS, ERASED_TWICE),
);
itHolds(
  'no file loses acknowledged text when pages reload and nodes crash',
  500,
  loseNothing(LOSSY_STEPS, HALF_RELAYED),
);
