import type { EditorName, AssetGroup } from '../messages.ts';
import { withoutCodeCache } from './code-cache.ts';

/** Cache of tier 2: the files that a room needs beside the shell. */
const ASSETS_CACHE = 'engines';
/** Files fetched at a time; few, because the page fetches files too. */
const AT_ONCE = 4;
const GROUPS = ['room', 'monaco', 'codemirror', 'types', 'python'] as const satisfies AssetGroup[];

/** Folders of the build by group. Without the fonts, screens open with the system's fonts. */
const FOLDERS: Record<AssetGroup, RegExp> = {
  room: /^(assets\/(ed\/room|fonts)|run)\//,
  monaco: /^assets\/ed\/monaco\//,
  codemirror: /^assets\/ed\/codemirror\//,
  // What completes by types: large, and cached only once it was used.
  types: /^assets\/ed\/types\//,
  python: /^assets\/ed\/python\//,
};

const isOf = (group: AssetGroup) => (url: string) => FOLDERS[group].test(url);

/** Returns true if a device caches the file only after a sign-in or on entering a room. */
export function isEditorAsset(url: string): boolean {
  return GROUPS.some((group) => isOf(group)(url));
}

/** Fetches an editor asset and caches it, because an editor that was used once will be used offline too. */
export async function fetchEditorAsset(request: Request, event: ExtendableEvent): Promise<Response> {
  const response = await fetch(request);
  if (response.ok) event.waitUntil(put(request.url, response.clone()));
  return response;
}

/** Resolves to a cached editor asset. Matched by address alone, because the server's replies vary by origin. */
export async function matchEditorAsset(request: Request): Promise<Response | undefined> {
  return withoutCodeCache(request, await (await caches.open(ASSETS_CACHE)).match(request.url));
}

/** Caches an editor and all that a room needs. Resolves to true if every file is cached. */
export function cacheEditorAssets(files: readonly string[], engine: EditorName): Promise<boolean> {
  return fill(files.filter((url) => isOf('room')(url) || isOf(engine)(url)));
}

/** Updates the groups that this device has cached to the version of `files`; does not add other groups. */
export async function updateCachedGroups(files: readonly string[]): Promise<boolean> {
  const cache = await caches.open(ASSETS_CACHE);
  const cached = (await cache.keys()).map(({ url }) => new URL(url).pathname.slice(1));
  const groups = GROUPS.filter((group) => cached.some(isOf(group)));
  return fill(files.filter((url) => groups.some((group) => isOf(group)(url))));
}

/** Moves files that are not part of this version to `shelf`. */
export async function shelveEditorAssets(files: readonly string[], shelf: Cache): Promise<void> {
  const wanted = new Set(files.map((url) => new URL(url, self.location.href).href));
  const cache = await caches.open(ASSETS_CACHE);
  for (const request of await cache.keys()) {
    if (wanted.has(request.url)) continue;
    const response = await cache.match(request);
    if (response) await shelf.put(request, response);
    await cache.delete(request);
  }
}

async function fill(urls: string[]): Promise<boolean> {
  const cache = await caches.open(ASSETS_CACHE);
  const queue = [...urls];
  let isComplete = true;
  const take = async () => {
    for (let url = queue.pop(); url !== undefined; url = queue.pop())
      isComplete = (await cacheFile(cache, url)) && isComplete;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return isComplete;
}

async function put(url: string, response: Response): Promise<void> {
  try {
    await (await caches.open(ASSETS_CACHE)).put(url, response);
  } catch {
    // If the storage is full, the file keeps coming from the network.
  }
}

async function cacheFile(cache: Cache, url: string): Promise<boolean> {
  try {
    if (await cache.match(url)) return true;
    const response = await fetch(url, { priority: 'low' });
    if (response.ok) await cache.put(url, response);
    return response.ok;
  } catch {
    // No network, or the storage is full: the file keeps coming from the network.
    return false;
  }
}
