import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventLimits } from './event-limits.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** How many of a hundred seconds' events are admitted, one each `everyMs`. */
function admitted(payload: unknown, everyMs: number, event = 'custom:event'): { sent: number; admitted: number } {
  const limits = new EventLimits();
  let [sent, count] = [0, 0];
  for (let at = 0; at < 100_000; at += everyMs) {
    vi.advanceTimersByTime(everyMs);
    sent++;
    if (limits.admit(event, payload)) count++;
  }
  return { sent, admitted: count };
}

test('somebody who types and moves a cursor is never refused', () => {
  const everyKey = admitted({ update: 'A'.repeat(120) }, 25);
  expect(everyKey.admitted).toBe(everyKey.sent);
  const plain = admitted({ data: { code: 'x'.repeat(50_000) } }, 125);
  expect(plain.admitted).toBe(plain.sent);
});

test('a paste of full size fits', () => {
  const limits = new EventLimits();
  expect(Array.from({ length: 4 }, () => limits.admit('document:update', { update: 'A'.repeat(88_000) }))).toEqual(
    Array(4).fill(true),
  );
});

test.each([
  ['events', {}, 1, 8_500],
  ['bytes of edits', { update: 'A'.repeat(88_000) }, 10, 250],
  ['full texts', { data: { code: 'x'.repeat(200_000) } }, 10, 550],
])('a flood of %s is cut down to its share', (_what, payload, everyMs, most) => {
  expect(admitted(payload, everyMs).admitted).toBeLessThan(most);
});

test('opens a document as often as four devices of a participant come back, not in a loop', () => {
  const comingBack = admitted({ stateVector: '' }, 250, 'document:open');
  expect(comingBack.admitted).toBe(comingBack.sent);
  expect(admitted({ stateVector: '' }, 10, 'document:open').admitted).toBeLessThan(445);
});

test.each([
  ['subscribe', {}, 225],
  ['document:language', { language: 'sql' }, 215],
  ['document:offline', { forMs: 1 }, 125],
  ['custom:event', { event: 'typingModeChanged' }, 215],
  ['document:awareness', { update: '' }, 4_085],
])('admits a flood of %s at its own rate', (event, payload, most) => {
  expect(admitted(payload, 5, event).admitted).toBeLessThan(most);
});
