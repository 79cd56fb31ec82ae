import type { PrecacheController } from 'workbox-precaching';
import { withoutCodeCache } from './code-cache.ts';
import { shelveEditorAssets } from './editor-assets-cache.ts';

/** Files of the previous version, because tabs that were open at the update still run on them. */
const PREVIOUS_CACHE = 'previous';

/** Resolves to a file of the previous version, or undefined. */
export async function matchPrevious(request: Request): Promise<Response | undefined> {
  return withoutCodeCache(request, await (await caches.open(PREVIOUS_CACHE)).match(request.url));
}

/** Moves the files that this version no longer has to the previous version's cache, and deletes older ones. */
export async function shelvePrevious(shell: PrecacheController, editorAssets: readonly string[]): Promise<void> {
  await caches.delete(PREVIOUS_CACHE);
  const shelf = await caches.open(PREVIOUS_CACHE);
  const current = new Set(shell.getCachedURLs());
  const precache = await caches.open(shell.strategy.cacheName);
  for (const request of await precache.keys()) {
    // Only files with a hash in their name, because the others exist in one version at a time.
    if (current.has(request.url) || !new URL(request.url).pathname.startsWith('/assets/')) continue;
    const response = await precache.match(request);
    if (response) await shelf.put(request, response);
  }
  await shelveEditorAssets(editorAssets, shelf);
}
