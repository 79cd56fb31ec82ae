import type { RuntimeFile } from '../../../../runner/messages.ts';
import { RUN_ASSETS } from './run-assets.ts';
import type { PackageAsset, RunAsset } from './run-assets.ts';
import { cacheRuntime, matchCached } from './runtime-cache.ts';
import type { FetchedAsset } from './runtime-cache.ts';

/** Why a runtime that this device does not have cannot be loaded. */
const NEEDS_NETWORK =
  'It is not on this device yet, and the network cannot be reached. Run it again with a connection.';

/** A runtime as the frame loads it. */
export interface FetchedRuntime {
  script: string;
  files: RuntimeFile[];
}

/**
 * Fetches the files of a runtime, from this device's cache if they are there, and caches them when all have arrived.
 * `progress` receives downloaded bytes. Rejects if a file is not available.
 */
export async function fetchRuntime(
  key: string,
  signal: AbortSignal,
  progress: (loadedBytes: number) => void,
): Promise<FetchedRuntime> {
  const assets = RUN_ASSETS[key];
  if (assets === undefined) throw new Error('This language does not run in the browser.');
  const fetched = await fetchAll([assets.script, ...assets.files], signal, progress);
  await cacheRuntime(key, fetched);
  const [script, ...files] = await Promise.all(
    fetched.map(async ({ asset, blob }) => ({ name: asset.name, data: await blob.arrayBuffer() })),
  );
  return { script: new TextDecoder().decode(script?.data), files };
}

/** Fetches the files of a runtime's packages as `fetchRuntime` does those of the runtime. */
export async function fetchPackages(
  key: string,
  packages: readonly (readonly [name: string, asset: PackageAsset])[],
  signal: AbortSignal,
  progress: (loadedBytes: number) => void,
): Promise<RuntimeFile[]> {
  if (packages.length === 0) return [];
  const assets = packages.map(([, asset]) => asset);
  const fetched = await fetchAll(assets, signal, progress);
  const names = packages.map(([name]) => name);
  await cacheRuntime(key, fetched, names);
  return Promise.all(fetched.map(async ({ asset, blob }) => ({ name: asset.name, data: await blob.arrayBuffer() })));
}

function fetchAll(
  assets: readonly RunAsset[],
  signal: AbortSignal,
  progress: (loadedBytes: number) => void,
): Promise<FetchedAsset[]> {
  const loaded = new Map<RunAsset, number>();
  const note = (asset: RunAsset, share: number) => {
    loaded.set(asset, Math.round(asset.download * share));
    progress([...loaded.values()].reduce((sum, bytes) => sum + bytes, 0));
  };
  return Promise.all(assets.map((asset) => fetchAsset(asset, signal, note)));
}

type NoteShare = (asset: RunAsset, share: number) => void;

async function fetchAsset(asset: RunAsset, signal: AbortSignal, progress: NoteShare): Promise<FetchedAsset> {
  const cached = await matchCached(asset.url);
  if (cached !== undefined) {
    progress(asset, 1);
    return { asset, blob: await cached.blob(), isCached: true };
  }
  try {
    return { asset, blob: await download(asset, signal, progress), isCached: false };
  } catch (error) {
    // If the network fails, browsers report it in their own words, as a TypeError.
    throw error instanceof TypeError ? new Error(NEEDS_NETWORK, { cause: error }) : error;
  }
}

async function download(asset: RunAsset, signal: AbortSignal, progress: NoteShare): Promise<Blob> {
  const response = await fetch(asset.url, { signal });
  if (!response.ok || response.body === null) throw new Error(`A file of the runtime is missing: ${asset.name}`);
  let bytes = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(part, controller) {
        bytes += part.length;
        progress(asset, Math.min(1, bytes / asset.bytes));
        controller.enqueue(part);
      },
    }),
  );
  return new Response(counted).blob();
}
