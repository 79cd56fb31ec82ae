import fc from 'fast-check';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import {
  CLIENT_STEPS,
  runClientSimulation,
  type ClientStep,
} from '../../../testing/sockets/full-text-client-simulation.ts';
import { itHolds } from '../../../testing/property.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const schedules = fc.array(fc.tuple(fc.nat(2), fc.constantFrom(...CLIENT_STEPS), fc.nat(200)), {
  minLength: 20,
  maxLength: 150,
});

/** Comes from a crashed node and types before the first text arrives; the next text is based on the typed one. */
const TYPED_TOO_SOON: ClientStep[] = [
  [1, 'type', 0],
  [1, 'receive', 0],
  [0, 'type', 3],
  [0, 'lose', 1],
  [0, 'wait', 0],
  [0, 'type', 5],
  [0, 'receive', 0],
  [0, 'show', 0],
  [0, 'catch up', 0],
  [0, 'receive', 0],
  [0, 'type', 2],
  [0, 'receive', 0],
];

// If text is typed before the first push of a connection, it may be duplicated: docs/RELIABILITY.md.
itHolds('clients that lose connections and nodes lose no acknowledged text and converge', 1_000, async (numRuns) => {
  const property = fc.asyncProperty(schedules, async (steps) => {
    const outcome = await runClientSimulation(steps, (ms) => vi.advanceTimersByTimeAsync(ms));
    expect(outcome).toMatchObject({ lost: 0, diverged: 0 });
  });
  await fc.assert(property, { numRuns, examples: [[TYPED_TOO_SOON]] });
});
