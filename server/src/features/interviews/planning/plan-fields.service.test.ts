import { expect, it } from 'vitest';
import { parseTimeZone } from './plan-fields.service.ts';

it.each([
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Europe/Kyiv', 'Europe/Kyiv'],
  ['Asia/Ho_Chi_Minh', 'Asia/Ho_Chi_Minh'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['US/Eastern', 'US/Eastern'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['asia/tokyo', 'Asia/Tokyo'],
  ['EUROPE/BERLIN', 'Europe/Berlin'],
  ['UTC', 'UTC'],
])('stores the time zone %s as %s', (given, stored) => {
  expect(parseTimeZone(given)).toBe(stored);
});

it('refuses a time zone that is not known', () => {
  expect(() => parseTimeZone('Mars/Olympus')).toThrow('This time zone is not known.');
});
