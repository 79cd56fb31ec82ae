import { expect, test } from 'vitest';
import {
  formatCount,
  formatCountOf,
  formatDateTime,
  formatDuration,
  formatMoney,
  formatTime,
  initials,
} from './format.ts';

test.each([
  ['2026-11-20T09:00:00Z', '2026-11-20T10:12:30Z', '1h 12m'],
  ['2026-11-20T09:00:00Z', '2026-11-20T09:42:59Z', '42m'],
  ['2026-11-20T09:00:00Z', '2026-11-20T10:00:00Z', '1h 0m'],
  ['2026-11-20T09:00:00Z', null, 'N/A'],
  [null, '2026-11-20T09:00:00Z', 'N/A'],
])('formats the duration from %s to %s as %s', (start, end, text) => {
  expect(formatDuration(start, end)).toBe(text);
});

test('formats dates in US style with short month, day, year, hour and minute', () => {
  expect(formatDateTime(new Date(2026, 10, 5, 14, 3).toISOString())).toMatch(/^Nov 5, 2026, 2:03\sPM$/);
  expect(formatDateTime(null)).toBe('N/A');
});

test('formats a time of day as dates have it', () => {
  expect(formatTime(new Date(2026, 10, 5, 5, 35).getTime())).toMatch(/^5:35\sAM$/);
  expect(formatTime(new Date(2026, 10, 5, 14, 3).toISOString())).toMatch(/^2:03\sPM$/);
});

test('formats money with a dollar sign, and cents if any', () => {
  expect(formatMoney(0)).toBe('$0');
  expect(formatMoney(49)).toBe('$49');
  expect(formatMoney(19.5)).toBe('$19.50');
  expect(formatMoney(999)).toBe('$999');
  expect(formatMoney(1_299)).toBe('$1,299');
});

test.each([
  [0, '0'],
  [3, '3'],
  [999, '999'],
  [1_000, '1,000'],
  [2.5, '2.5'],
  [-4, '-4'],
])('formats the count %s as %s', (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test('takes the first two letters as initials, also outside the basic plane', () => {
  expect(initials('maya okafor')).toBe('MA');
  expect(initials('𝒜da')).toBe('𝒜D');
  expect(initials(' x')).toBe('X');
});

test.each([
  [0, '0 sessions'],
  [1, '1 session'],
  [2, '2 sessions'],
  [1_000, '1,000 sessions'],
])('formats %i sessions as %s', (count, text) => expect(formatCountOf(count, 'session')).toBe(text));
