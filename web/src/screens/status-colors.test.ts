import { expect, test } from 'vitest';
import { SUBSCRIPTION_TONES } from '../features/billing/plan-text.ts';
import { INTERVIEW_TONES } from '../features/interviews/interview-text.ts';

/** The specification's names of the chip tones. */
const COLOURS = { good: 'green', bad: 'red', info: 'blue', warn: 'orange', plain: 'grey' };
const coloursOf = (tones: Record<string, keyof typeof COLOURS>) =>
  Object.fromEntries(Object.entries(tones).map(([status, tone]) => [status, COLOURS[tone]]));

test('gives every status its specified color', () => {
  expect(coloursOf(SUBSCRIPTION_TONES)).toEqual({
    active: 'green',
    inactive: 'red',
    trial: 'blue',
    cancelled: 'orange',
  });
  expect(coloursOf(INTERVIEW_TONES)).toEqual({
    active: 'green',
    completed: 'blue',
    scheduled: 'orange',
    cancelled: 'red',
  });
});
