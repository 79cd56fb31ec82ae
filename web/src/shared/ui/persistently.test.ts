import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bringFailedStyles, persistently } from './persistently.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what comes is there at once', async () => {
  expect(await persistently(() => Promise.resolve('room'))).toBe('room');
});

test('what does not come is asked for again', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('cut off')).mockResolvedValue('room');
  const loaded = persistently(load);
  await vi.advanceTimersByTimeAsync(499);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await loaded).toBe('room');
});

test('a device that is online again does not wait', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('cut off')).mockResolvedValue('room');
  const loaded = persistently(load);
  await vi.advanceTimersByTimeAsync(1);
  window.dispatchEvent(new Event('online'));
  expect(await loaded).toBe('room');
});

test('what never comes is told in words for people, with the cause beside them', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module: http://localhost/room.js');
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(cause);
  const failure = persistently(load).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(16_000);
  expect(await failure).toMatchObject({
    message: 'A part of this page could not be loaded. Check your connection.',
    cause,
  });
  expect(load).toHaveBeenCalledTimes(6);
});

test('a style sheet that failed is asked for again, and the part that wants it waits for it', async () => {
  bringFailedStyles();
  const add = (rel: string, href: string) =>
    document.head.appendChild(Object.assign(document.createElement('link'), { rel, href }));
  const [failed, steady, icon] = [add('stylesheet', '/room.css'), add('stylesheet', '/app.css'), add('icon', '/icon')];
  for (const link of [failed, icon]) link.dispatchEvent(new Event('error'));
  const links = () => [...document.querySelectorAll('link')];
  const anew = () => links().find(({ href }) => href.endsWith('/room.css'));
  expect(anew()).not.toBe(failed);
  anew()?.dispatchEvent(new Event('error'));
  expect(links()).toEqual([steady, icon]);

  const part = persistently(() => Promise.resolve('room'));
  let isHere = false;
  void part.then(() => (isHere = true));
  await vi.advanceTimersByTimeAsync(500);
  expect(isHere).toBe(false);
  anew()?.dispatchEvent(new Event('load'));
  expect(await part).toBe('room');
  expect(links()).toHaveLength(3);
});
