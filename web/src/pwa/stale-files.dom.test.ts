import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { markRoomActive } from './active-room.ts';
import { activateUpdate } from './activate-update.ts';
import { isReloading, reloadWhenStale } from './stale-files.ts';

vi.mock('./activate-update.ts', () => ({ activateUpdate: vi.fn<() => Promise<void>>() }));

const HOURS_MS = 3 * 3_600_000;

beforeEach(() => {
  vi.mocked(activateUpdate).mockReset().mockResolvedValue();
  // jsdom does not reload: it logs that.
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 })));
  isReloading.set(false);
});
afterEach(() => {
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Resolves when the page has been reloaded so many times. */
async function hasReloaded(times: number): Promise<void> {
  await vi.waitFor(() => expect(activateUpdate).toHaveBeenCalledTimes(times));
  // The reload follows in the same turn.
  await new Promise((resolve) => setTimeout(resolve));
}

function missesFile(): void {
  const payload = new TypeError('Failed to fetch dynamically imported module: http://localhost:3000/assets/old.js');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
}

test('reloads once for a missing file, again after clock changes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  reloadWhenStale();
  missesFile();
  await hasReloaded(1);
  expect(isReloading.get()).toBe(true);

  isReloading.set(false);
  missesFile();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isReloading.get()).toBe(false);

  vi.setSystemTime(Date.now() - HOURS_MS);
  missesFile();
  await hasReloaded(2);
  expect(isReloading.get()).toBe(true);
});

const ENTRY = 'http://localhost:3000/assets/main-old.js';

/** WebKit's message names no file. Returns the requests that the server got. */
async function missesUnnamedFile(status: number): Promise<string[]> {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => (asked.push(url), Promise.resolve(new Response(null, { status }))));
  const payload = new TypeError('Importing a module script failed.');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  return asked;
}

test('reloads once for an unnamed file of a gone version', async () => {
  reloadWhenStale(ENTRY);
  expect(await missesUnnamedFile(200)).toContain(ENTRY);
  expect(isReloading.get()).toBe(false);
  const leave = markRoomActive();
  await missesUnnamedFile(404);
  expect(isReloading.get()).toBe(false);
  leave();
  await missesUnnamedFile(404);
  await hasReloaded(1);
  expect(isReloading.get()).toBe(true);
  // The next version lacks the file too.
  isReloading.set(false);
  await missesUnnamedFile(404);
  expect(isReloading.get()).toBe(false);
});
