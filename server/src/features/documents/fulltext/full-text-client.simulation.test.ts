import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { READER_STEPS, runReaderWorld, type ReaderStep } from '../../../testing/full-text-client-simulation.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const happenings = fc.array(fc.tuple(fc.nat(2), fc.constantFrom(...READER_STEPS), fc.nat(200)), {
  minLength: 20,
  maxLength: 150,
});

/** Comes from a lost node and types before the first text is there; the next text is made from that one. */
const TYPED_TOO_SOON: ReaderStep[] = [
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

// What is typed before the first text on a connection was shown may be doubled: docs/RELIABILITY.md.
test('clients that lose connections and nodes lose nothing acknowledged and end up equal', async () => {
  const world = fc.asyncProperty(happenings, async (steps) => {
    const outcome = await runReaderWorld(steps, (ms) => vi.advanceTimersByTimeAsync(ms));
    expect(outcome).toMatchObject({ lost: 0, diverged: 0 });
  });
  await fc.assert(world, { numRuns: 1_000, examples: [[TYPED_TOO_SOON]] });
});
