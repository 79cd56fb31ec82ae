import type { Engine, EngineGroup } from '../messages.ts';
import { withoutCodeCache } from './code-cache.ts';

/** Tier 2: what a room needs beside the shell. */
const ENGINES_CACHE = 'engines';
/** Files at a time: the page itself is asking for things too. */
const AT_ONCE = 4;
const GROUPS = ['room', 'monaco', 'codemirror'] as const satisfies EngineGroup[];

/** Folders of the build by group. Without its fonts every screen opens too, in those of the system. */
const FOLDERS: Record<EngineGroup, RegExp> = {
  room: /^assets\/(ed\/room|fonts)\//,
  monaco: /^assets\/ed\/monaco\//,
  codemirror: /^assets\/ed\/codemirror\//,
};

const isOf = (group: EngineGroup) => (url: string) => FOLDERS[group].test(url);

/** True for files that are kept only where somebody signs in or enters a room. */
export function isEngineFile(url: string): boolean {
  return GROUPS.some((group) => isOf(group)(url));
}

/** The file of an engine from the network; kept from then on, since what was used once will be wanted offline. */
export async function fetchEngine(request: Request, event: ExtendableEvent): Promise<Response> {
  const response = await fetch(request);
  if (response.ok) event.waitUntil(put(request.url, response.clone()));
  return response;
}

/** The file of an engine as it is kept here, if it is. By its address alone: the server lets replies vary by origin. */
export async function matchEngine(request: Request): Promise<Response | undefined> {
  return withoutCodeCache(request, await (await caches.open(ENGINES_CACHE)).match(request.url));
}

/** Keeps an editor with all a room needs. Resolves with whether everything is there. */
export function keepEngine(files: readonly string[], engine: Engine): Promise<boolean> {
  return fill(files.filter((url) => isOf('room')(url) || isOf(engine)(url)));
}

/** Brings the groups that this device keeps to the version of `files`; what it never had stays away. */
export async function refillEngines(files: readonly string[]): Promise<boolean> {
  const cache = await caches.open(ENGINES_CACHE);
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname.slice(1));
  const groups = GROUPS.filter((group) => kept.some(isOf(group)));
  return fill(files.filter((url) => groups.some((group) => isOf(group)(url))));
}

/** Moves files that are not of this version to `shelf`. */
export async function shelveEngines(files: readonly string[], shelf: Cache): Promise<void> {
  const wanted = new Set(files.map((url) => new URL(url, self.location.href).href));
  const cache = await caches.open(ENGINES_CACHE);
  for (const request of await cache.keys()) {
    if (wanted.has(request.url)) continue;
    const response = await cache.match(request);
    if (response) await shelf.put(request, response);
    await cache.delete(request);
  }
}

async function fill(urls: string[]): Promise<boolean> {
  const cache = await caches.open(ENGINES_CACHE);
  const waiting = [...urls];
  let isWhole = true;
  const take = async () => {
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) isWhole = (await keep(cache, url)) && isWhole;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return isWhole;
}

async function put(url: string, response: Response): Promise<void> {
  try {
    await (await caches.open(ENGINES_CACHE)).put(url, response);
  } catch {
    // No room on this device: the network stays the way to it.
  }
}

async function keep(cache: Cache, url: string): Promise<boolean> {
  try {
    if (await cache.match(url)) return true;
    const response = await fetch(url, { priority: 'low' });
    if (response.ok) await cache.put(url, response);
    return response.ok;
  } catch {
    // No network, or no room on this device: the network stays the way to it.
    return false;
  }
}
