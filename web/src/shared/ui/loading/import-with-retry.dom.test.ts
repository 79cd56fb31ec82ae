import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryFailedStyles, importWithRetry } from './import-with-retry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('resolves to what the import returns', async () => {
  expect(await importWithRetry(() => Promise.resolve('room'))).toBe('room');
});

const FILE = 'http://localhost:3000/assets/room.js';
const missing = (message = `Failed to fetch dynamically imported module: ${FILE}`) => new TypeError(message);
const failsOnce = () => vi.fn<() => Promise<string>>().mockRejectedValueOnce(missing()).mockResolvedValue('room');

test('retries a file that does not load', async () => {
  const load = failsOnce();
  const loaded = importWithRetry(load);
  await vi.advanceTimersByTimeAsync(499);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await loaded).toBe('room');
});

test('retries immediately when the device is online again', async () => {
  const load = failsOnce();
  const loaded = importWithRetry(load);
  await vi.advanceTimersByTimeAsync(1);
  window.dispatchEvent(new Event('online'));
  expect(await loaded).toBe('room');
});

test('rejects with message and cause when the file never loads', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const cause = missing();
  const failure = importWithRetry(() => Promise.reject(cause)).catch((error: unknown) => error);
  let isOver = false;
  void failure.then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(14_000);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(6_000);
  const message = 'A part of this page could not be loaded. Check your connection, then reload.';
  expect(await failure).toMatchObject({ message, cause });
});

test("rejects in time although the device's clock is set back", async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const onFailure = vi.fn<() => void>();
  importWithRetry(() => Promise.reject(missing())).catch(onFailure);
  vi.setSystemTime(Date.now() - 3 * 3_600_000);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(onFailure).toHaveBeenCalledTimes(1);
});

test('rejects early when the network answers and the browser caches the failure', async () => {
  const asked = vi.fn<typeof fetch>(() => Promise.resolve(new Response()));
  vi.stubGlobal('fetch', asked);
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(missing());
  const failure = importWithRetry(load).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(500);
  expect(await failure).toMatchObject({ message: expect.stringContaining('reload') as string });
  expect(load).toHaveBeenCalledTimes(3);
  expect(asked).toHaveBeenCalledExactlyOnceWith(FILE, { method: 'HEAD', cache: 'no-store' });
});

test('rejects immediately with an error thrown by the file itself', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('room.prepare is not a function'));
  await expect(importWithRetry(load)).rejects.toThrow('room.prepare is not a function');
  expect(load).toHaveBeenCalledTimes(1);
});

test('retries a failed style sheet before the import that needs it', async () => {
  retryFailedStyles();
  const add = (rel: string, href: string) =>
    document.head.appendChild(Object.assign(document.createElement('link'), { rel, href }));
  const failed = add('stylesheet', '/assets/room.css');
  const others = [add('stylesheet', '/assets/app.css'), add('icon', '/assets/icon'), add('stylesheet', '/else.css')];
  for (const link of [failed, ...others.slice(1)]) link.dispatchEvent(new Event('error'));
  const links = () => [...document.querySelectorAll('link')];
  const retried = () => links().find(({ href }) => href.endsWith('/room.css'));
  expect(retried()).not.toBe(failed);
  retried()?.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(0);
  expect(links()).toEqual([...others, retried()]);

  const part = importWithRetry(() => Promise.resolve('room'));
  let isHere = false;
  void part.then(() => (isHere = true));
  await vi.advanceTimersByTimeAsync(500);
  expect(isHere).toBe(false);
  retried()?.dispatchEvent(new Event('load'));
  expect(await part).toBe('room');
  expect(links()).toHaveLength(4);
});
