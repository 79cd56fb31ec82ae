import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchPackages, fetchRuntime } from './fetch-runtime.ts';
import { RUN_ASSETS } from './run-assets.ts';
import { isCached } from './runtimes.ts';

/** Every language here has a script, and a file of this size (MB). */
const SIZES = { python: 14, ruby: 30, php: 25, lua: 1, postgresql: 16 };

vi.mock('./run-assets.ts', () => {
  const asset = (name: string, bytes: number) => ({ name, url: `/run/${name}-1111.js`, bytes, download: bytes / 2 });
  const sizes = { python: 14, ruby: 30, php: 25, lua: 1, postgresql: 16 };
  return {
    FRAME_URL: '/run/frame.html',
    RUN_ASSETS: Object.fromEntries(
      Object.entries(sizes).map(([language, size]) => [
        language,
        {
          script: asset(`${language}/worker`, 1_000),
          files: [asset(`${language}/vm`, size * 1_024 * 1_024)],
          ...(language === 'python' && {
            offered: {
              numpy: asset('wheels/numpy', 8 * 1_024 * 1_024),
              scipy: asset('wheels/scipy', 20 * 1_024 * 1_024),
            },
          }),
        },
      ]),
    ),
  };
});

/** The device's caches: one, whose storage may be full. */
class FakeCache {
  readonly entries = new Map<string, Response>();
  /** Files that may still be stored. */
  left = Infinity;

  async match(url: string): Promise<Response | undefined> {
    return this.entries.get(new URL(url, location.href).href)?.clone();
  }

  async put(url: string, response: Response): Promise<void> {
    if (this.left-- <= 0) throw new DOMException('full', 'QuotaExceededError');
    this.entries.set(new URL(url, location.href).href, response);
  }

  async keys(): Promise<Request[]> {
    return [...this.entries.keys()].map((url) => new Request(url));
  }

  async delete({ url }: Request): Promise<boolean> {
    return this.entries.delete(url);
  }

  async open(): Promise<this> {
    return this;
  }
}

let cache: FakeCache;
let requested: string[];
let missing: ReadonlySet<string>;
beforeEach(() => {
  cache = new FakeCache();
  requested = [];
  missing = new Set();
  localStorage.clear();
  vi.stubGlobal('caches', cache);
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url);
    return new Response('content', { status: missing.has(url) ? 404 : 200 });
  });
  useDevice('laptop');
});
afterEach(() => vi.unstubAllGlobals());

function useDevice(device: 'laptop' | 'phone'): void {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' && device === 'phone' }));
}

/** Loads runtimes, one after the other. */
async function use(...keys: (keyof typeof SIZES)[]): Promise<void> {
  for (const key of keys) await fetchRuntime(key, new AbortController().signal, () => undefined);
}

/** Loads packages of Python, as a run does that names them. */
async function usePackages(...names: string[]): Promise<void> {
  const offered = RUN_ASSETS['python']?.offered ?? {};
  const named = Object.entries(offered).filter(([name]) => names.includes(name));
  await fetchPackages('python', named, new AbortController().signal, () => undefined);
}

const cachedLanguages = async () => {
  const cached = await Promise.all(Object.keys(SIZES).map(async (key) => ((await isCached(key)) ? [key] : [])));
  return cached.flat();
};
const cachedFiles = () => [...cache.entries.keys()].map((url) => new URL(url).pathname).toSorted();

test('keeps 80 MB of runtimes on a laptop, the latest ones', async () => {
  await use('python', 'ruby', 'php');
  expect(await cachedLanguages()).toEqual(['python', 'ruby', 'php']);
  await use('python', 'postgresql');
  expect(await cachedLanguages()).toEqual(['python', 'php', 'postgresql']);
  expect(cachedFiles().filter((path) => path.includes('ruby'))).toEqual([]);
});

test('keeps 30 MB of runtimes on a phone', async () => {
  useDevice('phone');
  await use('lua', 'php');
  expect(await cachedLanguages()).toEqual(['php', 'lua']);
  await use('python');
  expect(await cachedLanguages()).toEqual(['python', 'lua']);
});

test('counts packages with the runtimes, and drops those that were used longest ago', async () => {
  useDevice('phone');
  const wheels = () => cachedFiles().filter((path) => path.includes('wheels'));
  await use('lua', 'python');
  await usePackages('numpy');
  expect(await cachedLanguages()).toEqual(['python', 'lua']);
  expect(wheels()).toEqual(['/run/wheels/numpy-1111.js']);
  // The latest run needs 34 MB, so nothing else stays.
  await usePackages('scipy');
  expect(await cachedLanguages()).toEqual(['python']);
  expect(wheels()).toEqual(['/run/wheels/scipy-1111.js']);
  // Its next use, perhaps without a network, finds both.
  await use('python');
  expect(wheels()).toHaveLength(1);
  await use('lua');
  expect(await cachedLanguages()).toEqual(['python', 'lua']);
  expect(wheels()).toEqual([]);
});

test('drops the packages of a runtime with it, and keeps all that a run needs', async () => {
  await use('python');
  await usePackages('numpy', 'scipy');
  await use('php');
  expect(cachedFiles().filter((path) => path.includes('wheels'))).toHaveLength(2);
  await use('ruby', 'lua', 'postgresql');
  expect(await cachedLanguages()).toEqual(['ruby', 'php', 'lua', 'postgresql']);
  expect(cachedFiles().filter((path) => path.includes('wheels'))).toEqual([]);
});

test('keeps the latest runtime even if it alone exceeds the budget', async () => {
  useDevice('phone');
  await use('lua', 'ruby');
  expect(await cachedLanguages()).toEqual(['ruby']);
  await use('lua');
  expect(await cachedLanguages()).toEqual(['lua']);
});

test('deletes files of earlier versions with the next download of any runtime', async () => {
  await use('python');
  await cache.put('/run/python/worker-0000.js', new Response('old'));
  await use('lua');
  expect(cachedFiles()).toEqual([
    '/run/lua/vm-1111.js',
    '/run/lua/worker-1111.js',
    '/run/python/vm-1111.js',
    '/run/python/worker-1111.js',
  ]);
});

test('says once that an uncached runtime needs a network', async () => {
  await use('lua');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(use('python')).rejects.toThrow(/^It is not on this device yet, .* with a connection\.$/);
  await expect(use('lua')).resolves.toBeUndefined();
});

test('caches nothing of a runtime if a file is missing', async () => {
  missing = new Set(['/run/python/vm-1111.js']);
  await expect(use('python')).rejects.toThrow('A file of the runtime is missing: python/vm');
  expect(cachedFiles()).toEqual([]);
  expect(await isCached('python')).toBe(false);
});

test('fetches only the rest if a full storage took a part', async () => {
  cache.left = 1;
  await use('python');
  expect(await isCached('python')).toBe(false);
  cache.left = Infinity;
  requested = [];
  await use('python');
  expect(requested).toEqual(['/run/python/vm-1111.js']);
  expect(await isCached('python')).toBe(true);
});

test('loads a cached runtime without a request', async () => {
  await use('python');
  requested = [];
  await use('python');
  expect(requested).toEqual([]);
});
