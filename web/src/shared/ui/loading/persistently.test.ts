import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bringFailedStyles, persistently } from './persistently.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what comes is there at once', async () => {
  expect(await persistently(() => Promise.resolve('room'))).toBe('room');
});

const FILE = 'http://localhost:3000/assets/room.js';
const missing = (message = `Failed to fetch dynamically imported module: ${FILE}`) => new TypeError(message);
const failsOnce = () => vi.fn<() => Promise<string>>().mockRejectedValueOnce(missing()).mockResolvedValue('room');

test('what does not come is asked for again', async () => {
  const load = failsOnce();
  const loaded = persistently(load);
  await vi.advanceTimersByTimeAsync(499);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await loaded).toBe('room');
});

test('a device that is online again does not wait', async () => {
  const load = failsOnce();
  const loaded = persistently(load);
  await vi.advanceTimersByTimeAsync(1);
  window.dispatchEvent(new Event('online'));
  expect(await loaded).toBe('room');
});

test('what never comes is told in words for people, with the cause beside them', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const cause = missing();
  const failure = persistently(() => Promise.reject(cause)).catch((error: unknown) => error);
  let isOver = false;
  void failure.then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(14_000);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(6_000);
  const message = 'A part of this page could not be loaded. Check your connection, then reload.';
  expect(await failure).toMatchObject({ message, cause });
});

test('it is told at once where the network answers and the browser keeps the failure', async () => {
  const asked = vi.fn<typeof fetch>(() => Promise.resolve(new Response()));
  vi.stubGlobal('fetch', asked);
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(missing());
  const failure = persistently(load).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(500);
  expect(await failure).toMatchObject({ message: expect.stringContaining('reload') as string });
  expect(load).toHaveBeenCalledTimes(3);
  expect(asked).toHaveBeenCalledExactlyOnceWith(FILE, { method: 'HEAD', cache: 'no-store' });
});

test('what goes wrong in a file is told as it is', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('room.prepare is not a function'));
  await expect(persistently(load)).rejects.toThrow('room.prepare is not a function');
  expect(load).toHaveBeenCalledTimes(1);
});

test('a style sheet that failed is asked for again, and the part that wants it waits for it', async () => {
  bringFailedStyles();
  const add = (rel: string, href: string) =>
    document.head.appendChild(Object.assign(document.createElement('link'), { rel, href }));
  const failed = add('stylesheet', '/assets/room.css');
  const others = [add('stylesheet', '/assets/app.css'), add('icon', '/assets/icon'), add('stylesheet', '/else.css')];
  for (const link of [failed, ...others.slice(1)]) link.dispatchEvent(new Event('error'));
  const links = () => [...document.querySelectorAll('link')];
  const anew = () => links().find(({ href }) => href.endsWith('/room.css'));
  expect(anew()).not.toBe(failed);
  anew()?.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(0);
  expect(links()).toEqual([...others, anew()]);

  const part = persistently(() => Promise.resolve('room'));
  let isHere = false;
  void part.then(() => (isHere = true));
  await vi.advanceTimersByTimeAsync(500);
  expect(isHere).toBe(false);
  anew()?.dispatchEvent(new Event('load'));
  expect(await part).toBe('room');
  expect(links()).toHaveLength(4);
});
