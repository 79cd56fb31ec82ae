import type { PackageVersion } from '@cip/contracts/runs/runs';
import { RUN_ASSETS } from './run-assets.ts';
import type { RunAsset } from './run-assets.ts';

/** The runtime that executes a language in the browser. */
export interface Runtime {
  language: string;
  /** Its name for users. */
  label: string;
  /** Size of its download (bytes). */
  bytes: number;
  /** Whether phones cannot hold it. */
  laptopOnly: boolean;
  /** The language that can take its place on a phone. */
  as?: string;
}

interface Description {
  label: string;
  laptopOnly?: true;
  as?: string;
  /** The key of its files, if it shares them with another language. */
  assets?: string;
}

const RUNTIMES: ReadonlyMap<string, Description> = new Map<string, Description>([
  ['javascript', { label: 'JavaScript' }],
  ['typescript', { label: 'TypeScript' }],
  ['python', { label: 'Python 3.14' }],
  ['sql', { label: 'PostgreSQL 18', laptopOnly: true, as: 'sqlite', assets: 'postgresql' }],
  ['postgresql', { label: 'PostgreSQL 18', laptopOnly: true, as: 'sqlite' }],
  ['sqlite', { label: 'SQLite' }],
  ['lua', { label: 'Lua 5.4' }],
  ['ruby', { label: 'Ruby 3.4', laptopOnly: true }],
  ['php', { label: 'PHP 8.3' }],
  ['c', { label: 'C (Clang 22)', laptopOnly: true, assets: 'clang' }],
  ['c++', { label: 'C++ (Clang 22)', laptopOnly: true, assets: 'clang' }],
]);

/** The cache that holds runtimes. */
export const RUN_CACHE = 'run-v1';

/** Returns the runtime that executes a language in this browser; null if there is none. */
export function runtimeOf(language: string): Runtime | null {
  const known = RUNTIMES.get(language);
  if (known === undefined) return null;
  const { label, laptopOnly = false, as } = known;
  const bytes = downloadOf(assetsKey(language));
  return { language, label, bytes, laptopOnly, ...(as !== undefined && { as }) };
}

/** Returns the key under which a language's files are listed and loaded. */
export function assetsKey(language: string): string {
  return RUNTIMES.get(language)?.assets ?? language;
}

/** Returns the files of a language's runtime, its script first; none if it does not run in the browser. */
export function assetsOf(language: string): RunAsset[] {
  return assetsOfKey(assetsKey(language));
}

/** Returns the files that are listed under a key, the script first. */
export function assetsOfKey(key: string): RunAsset[] {
  const assets = RUN_ASSETS[key];
  return assets === undefined ? [] : [assets.script, ...assets.files];
}

/** Whether it is a file that programs may need besides their runtime. */
export function isMore(key: string): boolean {
  return key.startsWith('js/') && key in RUN_ASSETS;
}

/** Returns the size of the download of the files under a key (bytes). */
export function downloadOf(key: string): number {
  return assetsOfKey(key).reduce((sum, { download }) => sum + download, 0);
}

/** Returns the packages of files, with their versions. */
export function packagesOf(files: readonly string[]): PackageVersion[] {
  return files.flatMap((file) => (isMore(file) ? (RUN_ASSETS[file]?.packages ?? []) : []));
}

/** Resolves to whether every file of a language's runtime is cached on this device. */
export async function isCached(language: string): Promise<boolean> {
  const files = assetsOf(language);
  if (files.length === 0 || !('caches' in globalThis)) return false;
  try {
    const found = await Promise.all(files.map(({ url }) => caches.match(url)));
    return found.every((response) => response !== undefined);
  } catch {
    // Private windows may refuse storage.
    return false;
  }
}
