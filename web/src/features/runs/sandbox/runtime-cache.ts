import { assetsOfKey, RUN_CACHE } from './runtimes.ts';
import { RUN_ASSETS } from './run-assets.ts';
import type { RunAsset } from './run-assets.ts';

/** A file of a runtime that has arrived. */
export interface FetchedAsset {
  asset: RunAsset;
  blob: Blob;
  isCached: boolean;
}

/** Room for runtimes on this device (bytes); phones have less. */
const LAPTOP_BUDGET = 80 * 1_024 * 1_024;
const PHONE_BUDGET = 30 * 1_024 * 1_024;
/** Runtimes in the order of their use, the latest first, as JSON in local storage. */
const USED_KEY = 'runtimes-used';

/** Resolves to a file of a runtime from the caches of this device, or undefined. */
export async function matchCached(url: string): Promise<Response | undefined> {
  if (!('caches' in globalThis)) return undefined;
  return caches.match(url).catch(() => undefined);
}

/**
 * Caches a runtime whose files have all arrived, and removes the least recently used ones if they exceed the budget of
 * this device. If caching fails, for example because the storage is full, the runtime stays uncached.
 */
export async function cacheRuntime(key: string, files: readonly FetchedAsset[]): Promise<void> {
  if (!('caches' in globalThis)) return;
  const used = [key, ...usedBefore().filter((other) => other !== key)];
  storeUsed(used);
  await cacheFiles(files, (cache) => prune(cache, keptRuntimes(used, sizeOf, budget())));
}

/** Caches files that have arrived. If that fails, they are fetched again when they are used. */
export async function cacheFiles(
  files: readonly FetchedAsset[],
  andThen: (cache: Cache) => Promise<void> = async () => undefined,
): Promise<void> {
  if (!('caches' in globalThis)) return;
  try {
    const cache = await caches.open(RUN_CACHE);
    for (const { asset, blob, isCached } of files) if (!isCached) await cache.put(asset.url, new Response(blob));
    await andThen(cache);
  } catch {
    // The storage is full or refused.
  }
}

/** Returns the runtimes that fit a budget, in the order of their use. The latest is always kept. */
export function keptRuntimes(used: readonly string[], size: (key: string) => number, budgetBytes: number): string[] {
  let left = budgetBytes;
  return used.filter((key, index) => {
    const bytes = size(key);
    if (index > 0 && bytes > left) return false;
    left -= bytes;
    return true;
  });
}

async function prune(cache: Cache, kept: readonly string[]): Promise<void> {
  const files = kept.flatMap((key) => [...assetsOfKey(key), ...Object.values(RUN_ASSETS[key]?.offered ?? {})]);
  const urls = new Set(files.map(({ url }) => new URL(url, globalThis.location.href).href));
  for (const request of await cache.keys()) if (!urls.has(request.url)) await cache.delete(request);
}

function sizeOf(key: string): number {
  return assetsOfKey(key).reduce((sum, { bytes }) => sum + bytes, 0);
}

function budget(): number {
  return window.matchMedia('(pointer: coarse)').matches ? PHONE_BUDGET : LAPTOP_BUDGET;
}

function usedBefore(): string[] {
  try {
    const used: unknown = JSON.parse(localStorage.getItem(USED_KEY) ?? '[]');
    return Array.isArray(used) ? used.filter((key): key is string => typeof key === 'string' && key in RUN_ASSETS) : [];
  } catch {
    return [];
  }
}

function storeUsed(used: readonly string[]): void {
  try {
    localStorage.setItem(USED_KEY, JSON.stringify(used));
  } catch {
    // If there is no storage, only the latest runtime is kept.
  }
}
