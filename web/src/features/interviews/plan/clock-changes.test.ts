import { beforeEach, expect, test, vi } from 'vitest';
import { anInterview } from '../../../testing/examples.ts';
import { localTime, timeZoneText, toMoment } from '../schedule-time.ts';
import { changesOf, valuesOf } from './use-plan-form.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin');
});

test('gives times before and after a clock change their own offsets', () => {
  expect(toMoment('2027-03-28T01:30')).toBe('2027-03-28T00:30:00.000Z');
  expect(timeZoneText('2027-03-28T00:30:00.000Z')).toBe('Europe/Berlin (GMT+1)');
  expect(toMoment('2027-03-28T03:30')).toBe('2027-03-28T01:30:00.000Z');
  expect(timeZoneText('2027-03-28T01:30:00.000Z')).toBe('Europe/Berlin (GMT+2)');
  expect(localTime('2027-03-28T01:30:00.000Z')).toBe('2027-03-28T03:30');
});

test('keeps the planned one of two equal local times if the length changes', () => {
  // 2:30 in summer time and an hour later 2:30 in winter time.
  for (const scheduled_at of ['2027-10-31T00:30:00.000Z', '2027-10-31T01:30:00.000Z']) {
    const interview = anInterview({ status: 'scheduled', scheduled_at, plan_revision: 2 });
    const initial = valuesOf(interview);
    expect(initial.scheduled_at).toBe('2027-10-31T02:30');
    expect(changesOf(interview, { ...initial, minutes: '90' }, [])).toEqual({ revision: 2, minutes: 90 });
  }
});
