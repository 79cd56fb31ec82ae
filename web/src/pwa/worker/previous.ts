import type { PrecacheController } from 'workbox-precaching';
import { withoutCodeCache } from './code-cache.ts';
import { shelveEngines } from './engines.ts';

/** Files of the version before this one: tabs that were open when it took over still run on them. */
const PREVIOUS_CACHE = 'previous';

/** A file of the previous version, if it is kept. */
export async function matchPrevious(request: Request): Promise<Response | undefined> {
  return withoutCodeCache(request, await (await caches.open(PREVIOUS_CACHE)).match(request.url));
}

/** Puts aside what this version no longer has, and lets go of the version before the previous one. */
export async function shelvePrevious(shell: PrecacheController, engines: readonly string[]): Promise<void> {
  await caches.delete(PREVIOUS_CACHE);
  const shelf = await caches.open(PREVIOUS_CACHE);
  const current = new Set(shell.getCachedURLs());
  const precache = await caches.open(shell.strategy.cacheName);
  for (const request of await precache.keys()) {
    // Files with a hash in their name only: the others exist in one version at a time.
    if (current.has(request.url) || !new URL(request.url).pathname.startsWith('/assets/')) continue;
    const response = await precache.match(request);
    if (response) await shelf.put(request, response);
  }
  await shelveEngines(engines, shelf);
}
