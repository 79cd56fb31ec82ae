import { afterEach, expect, test, vi } from 'vitest';

const SERVER = Date.parse('2026-11-20T10:00:00Z');
const HOUR_MS = 3_600_000;

/** A page that has just begun, on a device whose clock is an hour fast. */
async function newPage() {
  vi.useFakeTimers({ now: SERVER + HOUR_MS });
  vi.resetModules();
  return import('./server-time.ts');
}

afterEach(() => vi.useRealTimers());

test('before the first answer the clock of the device is all there is', async () => {
  const { serverNow } = await newPage();
  expect(serverNow()).toBe(SERVER + HOUR_MS);
});

test('after an answer it is the time of the server that runs on, whatever the device believes', async () => {
  const { noteServerTime, serverNow } = await newPage();
  const sentAt = performance.now();
  vi.advanceTimersByTime(100);
  noteServerTime({ from: SERVER + 50, to: SERVER + 50, sentAt });
  expect(serverNow()).toBe(SERVER + 100);
  vi.advanceTimersByTime(5_000);
  vi.setSystemTime(0);
  expect(serverNow()).toBe(SERVER + 5_100);
});

test('an answer that only knows its second does not move what is known better', async () => {
  const { noteServerTime, serverNow } = await newPage();
  const sentAt = performance.now();
  noteServerTime({ from: SERVER + 900, to: SERVER + 900, sentAt });
  noteServerTime({ from: SERVER, to: SERVER + 1_000, sentAt });
  expect(serverNow()).toBe(SERVER + 900);
});

test('an answer that contradicts what was known is believed: the device slept, or the server was set right', async () => {
  const { noteServerTime, serverNow } = await newPage();
  noteServerTime({ from: SERVER, to: SERVER, sentAt: performance.now() });
  noteServerTime({ from: SERVER + HOUR_MS, to: SERVER + HOUR_MS, sentAt: performance.now() });
  expect(serverNow()).toBe(SERVER + HOUR_MS);
});
