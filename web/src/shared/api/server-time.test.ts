import { afterEach, expect, test, vi } from 'vitest';

const SERVER = Date.parse('2026-11-20T10:00:00Z');
const HOUR_MS = 3_600_000;

/** Imports a fresh module, as in a new page, on a device whose clock is an hour fast. */
async function newPage() {
  vi.useFakeTimers({ now: SERVER + HOUR_MS });
  vi.resetModules();
  return import('./server-time.ts');
}

afterEach(() => vi.useRealTimers());

test('returns the clock of the device before the first reply', async () => {
  const { serverNow } = await newPage();
  expect(serverNow()).toBe(SERVER + HOUR_MS);
});

test('continues the server time despite changes of the device clock', async () => {
  const { noteServerTime, serverNow } = await newPage();
  const sentAt = performance.now();
  vi.advanceTimersByTime(100);
  noteServerTime({ from: SERVER + 50, to: SERVER + 50, sentAt });
  expect(serverNow()).toBe(SERVER + 100);
  vi.advanceTimersByTime(5_000);
  vi.setSystemTime(0);
  expect(serverNow()).toBe(SERVER + 5_100);
});

test('keeps a more exact offset after a coarser reply', async () => {
  const { noteServerTime, serverNow } = await newPage();
  const sentAt = performance.now();
  noteServerTime({ from: SERVER + 900, to: SERVER + 900, sentAt });
  noteServerTime({ from: SERVER, to: SERVER + 1_000, sentAt });
  expect(serverNow()).toBe(SERVER + 900);
});

test('accepts a reply that contradicts the present offset', async () => {
  const { noteServerTime, serverNow } = await newPage();
  noteServerTime({ from: SERVER, to: SERVER, sentAt: performance.now() });
  noteServerTime({ from: SERVER + HOUR_MS, to: SERVER + HOUR_MS, sentAt: performance.now() });
  expect(serverNow()).toBe(SERVER + HOUR_MS);
});
