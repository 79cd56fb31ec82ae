import { expect, test } from 'vitest';
import { leaks, soak } from './soak.ts';

// The short form of `npm run soak`: too short to judge memory by, long enough for what is held to be let go.
test('what people hold while they are there is let go when they leave', async () => {
  const outcome = await soak({ warmUp: 8, run: 14 }, () => {});

  expect(outcome.interviews).toBeGreaterThan(10);
  expect(leaks(outcome, { withMemory: false })).toEqual([]);
});
