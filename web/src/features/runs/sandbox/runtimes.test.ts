import { afterEach, expect, test, vi } from 'vitest';
import { assetsOf, isCached, runtimeOf } from './runtimes.ts';
import { keptRuntimes } from './runtime-cache.ts';

vi.mock('./run-assets.ts', () => {
  const asset = (name: string, bytes: number) => ({ name, url: `/run/${name}`, bytes, download: bytes / 2 });
  return {
    FRAME_URL: '/run/frame.html',
    RUN_ASSETS: { postgresql: { script: asset('worker.js', 100), files: [asset('pglite.wasm', 900)] } },
  };
});
afterEach(() => vi.unstubAllGlobals());

test('runs the default SQL as PostgreSQL or, on phones, as SQLite', () => {
  expect(runtimeOf('sql')).toMatchObject({ bytes: 500, laptopOnly: true, as: 'sqlite' });
  expect(assetsOf('sql').map(({ name }) => name)).toEqual(['worker.js', 'pglite.wasm']);
  expect(runtimeOf('java')).toBeNull();
});

test('counts a language as cached if all of its files are', async () => {
  const cached = new Set(['/run/worker.js']);
  vi.stubGlobal('caches', { match: async (url: string) => (cached.has(url) ? new Response() : undefined) });
  expect(await isCached('sql')).toBe(false);
  cached.add('/run/pglite.wasm');
  expect(await isCached('sql')).toBe(true);
  expect(await isCached('java')).toBe(false);
});

test('has nothing cached if the device refuses storage', async () => {
  vi.stubGlobal('caches', { match: () => Promise.reject(new DOMException('denied', 'SecurityError')) });
  expect(await isCached('sql')).toBe(false);
});

test('keeps the last used runtimes within the budget', () => {
  const size = (key: string) => ({ python: 14, ruby: 31, sqlite: 1 })[key] ?? 0;
  expect(keptRuntimes(['python', 'ruby', 'sqlite'], size, 80)).toEqual(['python', 'ruby', 'sqlite']);
  expect(keptRuntimes(['python', 'ruby', 'sqlite'], size, 30)).toEqual(['python', 'sqlite']);
  expect(keptRuntimes(['ruby', 'python', 'sqlite'], size, 30)).toEqual(['ruby']);
});
