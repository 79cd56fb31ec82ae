import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventLimits } from './event-limits.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sends an event every `everyMs` for a hundred seconds. Returns how many were sent and accepted. */
function sendSteadily(payload: unknown, everyMs: number, event = 'custom:event'): { sent: number; accepted: number } {
  const limits = new EventLimits();
  let [sent, count] = [0, 0];
  for (let at = 0; at < 100_000; at += everyMs) {
    vi.advanceTimersByTime(everyMs);
    sent++;
    if (limits.takeEvent(event, payload)) count++;
  }
  return { sent, accepted: count };
}

test('accepts fast typing and full texts at their usual rates', () => {
  const edits = sendSteadily({ update: 'A'.repeat(120) }, 25);
  expect(edits.accepted).toBe(edits.sent);
  const texts = sendSteadily({ data: { code: 'x'.repeat(50_000) } }, 125);
  expect(texts.accepted).toBe(texts.sent);
});

test('accepts a paste of the maximum size', () => {
  const limits = new EventLimits();
  expect(Array.from({ length: 4 }, () => limits.takeEvent('document:update', { update: 'A'.repeat(88_000) }))).toEqual(
    Array(4).fill(true),
  );
});

test.each([
  ['events', {}, 1, 8_500],
  ['bytes of edits', { update: 'A'.repeat(88_000) }, 10, 250],
  ['full texts', { data: { code: 'x'.repeat(200_000) } }, 10, 550],
])('limits a flood of %s', (_what, payload, everyMs, most) => {
  expect(sendSteadily(payload, everyMs).accepted).toBeLessThan(most);
});

test('allows four reconnecting devices to open the document, but not a loop', () => {
  const reconnects = sendSteadily({ stateVector: '' }, 250, 'document:open');
  expect(reconnects.accepted).toBe(reconnects.sent);
  expect(sendSteadily({ stateVector: '' }, 10, 'document:open').accepted).toBeLessThan(445);
});

test.each([
  ['subscribe', {}, 225],
  ['document:language', { language: 'sql' }, 215],
  ['document:offline', { forMs: 1 }, 125],
  ['document:formatted', {}, 115],
  ['custom:event', { event: 'typingModeChanged' }, 215],
  ['document:awareness', { update: '' }, 4_085],
])('limits a flood of %s to its own rate', (event, payload, most) => {
  expect(sendSteadily(payload, 5, event).accepted).toBeLessThan(most);
});
