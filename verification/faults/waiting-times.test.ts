import { expect, test, vi } from 'vitest';
import { p95, timesOf } from './waiting-times.ts';

test('counts the longest wait of anybody, and who never came back until now', () => {
  vi.useFakeTimers({ now: 20_000 });
  const ada = { savedAt: [1_100, 1_300, 9_000, 9_100], warnedAt: [3_500], connectedAt: [1_000], swallowedAt: 2_000 };
  const bob = { savedAt: [1_200, 1_400, 4_000, 9_900], warnedAt: [], connectedAt: [1_000], swallowedAt: null };
  expect(timesOf([ada, bob], 1_000, 8_500)).toEqual({ silentMs: 7_700, backMs: 1_400, warnedMs: 1_500 });
  const lost = { savedAt: [1_100], warnedAt: [], connectedAt: [1_000], swallowedAt: 2_000 };
  expect(timesOf([bob, lost], 1_000, 8_500)).toMatchObject({ backMs: 11_500, warnedMs: 18_000 });
  vi.useRealTimers();
});

test('nobody was warned where nothing was swallowed', () => {
  expect(timesOf([{ savedAt: [5, 9], warnedAt: [], connectedAt: [], swallowedAt: null }], 1, 8).warnedMs).toBeNull();
});

test('who had read it already is not warned once more, and who was back since is', () => {
  const knows = { savedAt: [], warnedAt: [1_500, 9_000], connectedAt: [1_000, 8_000], swallowedAt: 2_000 };
  expect(timesOf([knows], 1_000, 8_500).warnedMs).toBeNull();
  const back = { ...knows, warnedAt: [1_500, 2_700], connectedAt: [1_000, 1_900] };
  expect(timesOf([knows, back], 1_000, 8_500).warnedMs).toBe(700);
});

test('95 of 100 do not exceed the 95th percentile', () => {
  expect(p95(Array.from({ length: 100 }, (_, index) => 100 - index))).toBe(95);
  expect(p95([7])).toBe(7);
  expect(p95([])).toBeNull();
});
