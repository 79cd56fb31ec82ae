import { afterEach, expect, test, vi } from 'vitest';
import { relativeTime } from './relative-time.ts';

afterEach(() => vi.useRealTimers());

test.each([
  ['2026-11-20T11:59:30.000Z', 'just now'],
  ['2026-11-20T11:57:59.000Z', '2 minutes ago'],
  ['2026-11-20T10:00:00.000Z', '2 hours ago'],
  ['2026-11-19T12:00:00.000Z', 'yesterday'],
  ['2026-11-23T12:00:00.000Z', 'in 3 days'],
  ['2026-09-01T12:00:00.000Z', '2 months ago'],
  // 30 hours ahead at noon is tomorrow; 42 hours ahead is the day after.
  ['2026-11-21T18:00:00.000Z', 'tomorrow'],
  ['2026-11-22T06:00:00.000Z', 'in 2 days'],
])('%s is %s', (moment, text) => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00.000Z') });
  expect(relativeTime(moment)).toBe(text);
});
