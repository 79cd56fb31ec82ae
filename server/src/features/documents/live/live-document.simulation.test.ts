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

const loseNothing = (kinds: readonly RoomStep[1][]) => async (numRuns: number) => {
  const step = fc.tuple(fc.nat(4), fc.constantFrom(...kinds), fc.nat(200));
  const schedule = fc.record({
    steps: fc.array(step, { minLength: 20, maxLength: 150 }),
    hasSilent: fc.boolean(),
  });
  const property = fc.asyncProperty(schedule, async (room) => {
    const outcome = await runRoomSimulation(room, (ms) => vi.advanceTimersByTimeAsync(ms));
    expect(outcome).toEqual({ lost: 0, duplicated: 0, diverged: 0, disturbed: 0 });
  });
  await fc.assert(property, { numRuns });
};

itHolds('edits of further files lose nothing and reach no full-text client', 500, loseNothing(STABLE_STEPS));
itHolds(
  'edits of further files reach no full-text client that reconnects, whatever it still shows',
  500,
  loseNothing(RECONNECTING_STEPS),
);
itHolds('no file loses acknowledged text when pages reload and nodes crash', 500, loseNothing(LOSSY_STEPS));
