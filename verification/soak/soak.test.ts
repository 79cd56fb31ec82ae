import { expect, test } from 'vitest';
import { findLeaks, soak } from './soak.ts';

// The short form of `npm run soak`: too short to judge memory, long enough to release everything else.
test('releases sockets, documents, keys and connections when participants leave', { tags: ['long'] }, async () => {
  const outcome = await soak({ warmUp: 8, run: 14 }, () => {});

  expect(outcome.interviews).toBeGreaterThan(10);
  expect(findLeaks(outcome, { withMemory: false })).toEqual([]);
});
