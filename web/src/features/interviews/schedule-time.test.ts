import { expect, test } from 'vitest';
import { suggestedTime, timeZoneText, toMoment } from './schedule-time.ts';

test('suggests the next full hour that is at least an hour ahead', () => {
  expect(suggestedTime(new Date(2026, 10, 20, 9, 1))).toBe('2026-11-20T11:00');
  expect(suggestedTime(new Date(2026, 10, 20, 9, 0))).toBe('2026-11-20T10:00');
  expect(suggestedTime(new Date(2026, 11, 31, 23, 30))).toBe('2027-01-01T01:00');
});

test('reads the value of a field as local time', () => {
  expect(toMoment('2026-11-20T11:00')).toBe(new Date(2026, 10, 20, 11).toISOString());
  expect([toMoment(''), toMoment('nonsense')]).toEqual([null, null]);
});

test('names the time zone with its offset', () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  expect(timeZoneText('2026-11-20T11:00:00.000Z')).toMatch(/ \((GMT|UTC)([+-]\d+(:\d+)?)?\)$/);
  expect(timeZoneText(null)).toContain(timeZone.replaceAll('_', ' '));
});
