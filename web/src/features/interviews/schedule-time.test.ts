import { afterEach, expect, test, vi } from 'vitest';
import { nearText } from './near-text.ts';
import { suggestedTime, timeZoneText, toMoment } from './schedule-time.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test.each([
  [new Date(2026, 10, 20, 21, 30), 'Just now'],
  [new Date(2026, 10, 20, 22, 45), 'In 1 hour'],
  [new Date(2026, 10, 21, 2, 0), 'In 4 hours'],
  [new Date(2026, 10, 21, 7, 42), 'Tomorrow, 7:42 AM'],
  [new Date(2026, 10, 21, 23, 59), 'Tomorrow, 11:59 PM'],
  [new Date(2026, 10, 22, 0, 1), 'In 2 days'],
  [new Date(2026, 10, 19, 5, 42), 'Yesterday, 5:42 AM'],
  [new Date(2026, 10, 17, 21, 30), '3 days ago'],
])('names %s in a list by its distance: %s', (moment, text) => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 21, 30) });
  expect(nearText(moment.toISOString())).toBe(text);
});

test('suggests the next full hour that is at least an hour ahead', () => {
  expect(suggestedTime(new Date(2026, 10, 20, 9, 1))).toBe('2026-11-20T11:00');
  expect(suggestedTime(new Date(2026, 10, 20, 9, 0))).toBe('2026-11-20T10:00');
  expect(suggestedTime(new Date(2026, 11, 31, 23, 30))).toBe('2027-01-01T01:00');
});

test('reads the value of a field as local time', () => {
  expect(toMoment('2026-11-20T11:00')).toBe(new Date(2026, 10, 20, 11).toISOString());
  expect([toMoment(''), toMoment('nonsense')]).toEqual([null, null]);
});

/** Gives this device a time zone by the name that its browser has for it. */
function livesIn(timeZone: string): void {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone });
}

test.each([
  ['Asia/Calcutta', 'Asia/Kolkata ('],
  ['America/New_York', 'America/New York ('],
])('calls the time zone %s by its current name: %s…', (zone, text) => {
  livesIn(zone);
  expect(timeZoneText(null)).toContain(text);
});

test('names the time zone with its offset', () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  expect(timeZoneText('2026-11-20T11:00:00.000Z')).toMatch(/ \((GMT|UTC)([+-]\d+(:\d+)?)?\)$/);
  expect(timeZoneText(null)).toContain(timeZone.replaceAll('_', ' '));
});
