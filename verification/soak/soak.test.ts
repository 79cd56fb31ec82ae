import { expect, test } from 'vitest';
import type { Figures } from './figures.ts';
import { leaks, leastOf, soak } from './soak.ts';

// The short form of `npm run soak`: too short to judge memory by, long enough for what is held to be let go.
test('what people hold while they are there is let go when they leave', async () => {
  const outcome = await soak({ warmUp: 8, run: 14 }, () => {});

  expect(outcome.interviews).toBeGreaterThan(10);
  expect(leaks(outcome, { withMemory: false })).toEqual([]);
});

test('what is there at one look only is not held, what is there at each is', () => {
  const look = (timers: number): Figures => ({ ...NOTHING, timers, redisKeys: 3 });
  const before = leastOf([look(21), look(18)]);
  expect(before).toMatchObject({ timers: 18, redisKeys: 3 });
  const found = (...after: Figures[]) =>
    leaks(
      { before, after: leastOf(after), rssEachMinute: [], interviews: 1, edits: 1, failures: [] },
      { withMemory: true },
    );
  expect(found(look(19), look(18))).toEqual([]);
  expect(found(look(19), look(20))).toEqual(['timers: 18 before, 19 after']);
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
