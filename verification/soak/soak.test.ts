import { expect, test } from 'vitest';
import type { Figures } from './figures.ts';
import { baselineOf, findLeaks, minimumOf, soak } from './soak.ts';

// The short form of `npm run soak`: too short to judge memory, long enough to release everything else.
test('releases sockets, documents, keys and connections when participants leave', async () => {
  const outcome = await soak({ warmUp: 8, run: 14 }, () => {});

  expect(outcome.interviews).toBeGreaterThan(10);
  expect(findLeaks(outcome, { withMemory: false })).toEqual([]);
});

test('reports only resources that are present in every sample', () => {
  const sample = (timers: number): Figures => ({ ...NOTHING, timers, redisKeys: 3 });
  const before = baselineOf([sample(21), sample(18)]);
  expect(before).toMatchObject({ timers: 21, redisKeys: 3 });
  const found = (...after: Figures[]) =>
    findLeaks(
      { before, after: minimumOf(after), rssEachMinute: [], interviews: 1, edits: 1, failures: [] },
      { withMemory: true },
    );
  expect(found(sample(22), sample(21))).toEqual([]);
  expect(found(sample(22), sample(23))).toEqual(['timers: 21 before, 22 after']);
});

const NOTHING: Figures = {
  heap: 0,
  rss: 0,
  sockets: 0,
  documents: 0,
  occupiedRooms: 0,
  waitingEdits: 0,
  timers: 0,
  handles: 0,
  redisKeys: 0,
  databaseConnections: 0,
};
