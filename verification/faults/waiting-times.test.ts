import { expect, test, vi } from 'vitest';
import { p95, measureWaitingTimes } from './waiting-times.ts';

test('reports the longest wait of any client and counts an unrecovered client up to now', () => {
  vi.useFakeTimers({ now: 20_000 });
  const ada = { savedAt: [1_100, 1_300, 9_000, 9_100], warnedAt: [3_500], connectedAt: [1_000], blackHoleAt: 2_000 };
  const bob = { savedAt: [1_200, 1_400, 4_000, 9_900], warnedAt: [], connectedAt: [1_000], blackHoleAt: null };
  expect(measureWaitingTimes([ada, bob], 1_000, 8_500)).toEqual({
    longestSilenceMs: 7_700,
    recoveryMs: 1_400,
    warningDelayMs: 1_500,
  });
  const lost = { savedAt: [1_100], warnedAt: [], connectedAt: [1_000], blackHoleAt: 2_000 };
  expect(measureWaitingTimes([bob, lost], 1_000, 8_500)).toMatchObject({ recoveryMs: 11_500, warningDelayMs: 18_000 });
  vi.useRealTimers();
});

test('reports no warning delay without a black hole', () => {
  expect(
    measureWaitingTimes([{ savedAt: [5, 9], warnedAt: [], connectedAt: [], blackHoleAt: null }], 1, 8).warningDelayMs,
  ).toBeNull();
});

test('ignores a client that already showed the warning unless it reconnected in between', () => {
  const knows = { savedAt: [], warnedAt: [1_500, 9_000], connectedAt: [1_000, 8_000], blackHoleAt: 2_000 };
  expect(measureWaitingTimes([knows], 1_000, 8_500).warningDelayMs).toBeNull();
  const back = { ...knows, warnedAt: [1_500, 2_700], connectedAt: [1_000, 1_900] };
  expect(measureWaitingTimes([knows, back], 1_000, 8_500).warningDelayMs).toBe(700);
});

test('computes the 95th percentile by nearest rank', () => {
  expect(p95(Array.from({ length: 100 }, (_, index) => 100 - index))).toBe(95);
  expect(p95([7])).toBe(7);
  expect(p95([])).toBeNull();
});
