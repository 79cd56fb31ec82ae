import { readStoredJson, writeStored } from '../../../shared/device/stored-text.ts';
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
/** Runtimes and packages in the order of their use, the latest first, as JSON in local storage. */
const USED_KEY = 'runtimes-used';

/** Resolves to a file of a runtime from the caches of this device, or undefined. */
export async function matchCached(url: string): Promise<Response | undefined> {
  if (!('caches' in globalThis)) return undefined;
  return caches.match(url).catch(() => undefined);
}

/**
 * Caches a runtime or packages of it whose files have all arrived, and removes the least recently used ones if they
 * exceed the budget of this device. If caching fails, for example because the storage is full, they stay uncached.
 */
export async function cacheRuntime(
  key: string,
  files: readonly FetchedAsset[],
  packages: readonly string[] = [],
): Promise<void> {
  if (!('caches' in globalThis)) return;
  const latest = [key, ...packages.map((name) => `${key}:${name}`)];
  const used = [...latest, ...usedBefore().filter((other) => !latest.includes(other))];
  // If there is no storage, only the latest runtime is kept.
  writeStored(USED_KEY, JSON.stringify(used));
  const fresh = files.filter(({ isCached }) => !isCached);
  // The packages of a cached runtime are used only after it, and stay until then.
  if (fresh.length === 0) return;
  try {
    const cache = await caches.open(RUN_CACHE);
    for (const { asset, blob } of fresh) await cache.put(asset.url, new Response(blob));
    await prune(cache, keptRuntimes(used, sizeOf, budget(), latest.length));
  } catch {
    // The storage is full or refused.
  }
}

/**
 * Returns the runtimes and packages that fit a budget, in the order of their use. The latest are always kept. A package
 * follows its runtime, without which it is of no use.
 */
export function keptRuntimes(
  used: readonly string[],
  size: (key: string) => number,
  budgetBytes: number,
  latest = 1,
): string[] {
  let left = budgetBytes;
  const kept = new Set<string>();
  for (const [index, key] of used.entries()) {
    const bytes = size(key);
    const isUseful = !key.includes(':') || kept.has(key.split(':')[0] ?? '');
    if (index >= latest && (bytes > left || !isUseful)) continue;
    left -= bytes;
    kept.add(key);
  }
  return [...kept];
}

async function prune(cache: Cache, kept: readonly string[]): Promise<void> {
  const urls = new Set(kept.flatMap(filesOf).map(({ url }) => new URL(url, globalThis.location.href).href));
  for (const request of await cache.keys()) if (!urls.has(request.url)) await cache.delete(request);
}

function sizeOf(key: string): number {
  return filesOf(key).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Returns the files of a runtime, or the file of a package such as `python:numpy`. */
function filesOf(key: string): RunAsset[] {
  const [runtime = '', name] = key.split(':');
  if (name === undefined) return assetsOfKey(runtime);
  const asset = RUN_ASSETS[runtime]?.offered?.[name];
  return asset === undefined ? [] : [asset];
}

function budget(): number {
  return window.matchMedia('(pointer: coarse)').matches ? PHONE_BUDGET : LAPTOP_BUDGET;
}

function usedBefore(): string[] {
  const used = readStoredJson(USED_KEY);
  if (!Array.isArray(used)) return [];
  return used.filter((key): key is string => typeof key === 'string' && filesOf(key).length > 0);
}
