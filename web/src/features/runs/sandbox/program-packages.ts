import type { PackageVersion } from '@cip/contracts/runs/runs';
import type { JobPackages } from '../../../../runner/messages.ts';
import { fetchPackages } from './fetch-runtime.ts';
import { RUN_ASSETS } from './run-assets.ts';
import type { PackageAsset } from './run-assets.ts';
import { assetsKey } from './runtimes.ts';
import type { Program } from './sandbox-types.ts';

type Source = Pick<Program, 'language' | 'code' | 'files' | 'dataSet'>;

/** How programs name packages, by the key of the language's files. */
const NAMED: Readonly<Record<string, (source: Source) => string[]>> = {
  postgresql: (source) => [...textsOf(source), source.dataSet ?? ''].flatMap(extensionsIn),
  python: (source) => textsOf(source).flatMap(modulesIn),
};

const EXTENSION = /\bcreate\s+extension\s+(?:if\s+not\s+exists\s+)?(?:"([^"]+)"|([\w-]+))/gi;
const COMMENT = /#.*/g;
/** Imports at the start of a line, or behind a statement or a condition on it. */
const IMPORT = /(?:^|;|^[^'"\n]*:)[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b|import[ \t]+([\w., \t]+))/gm;

/** Packages with their names. */
export type NamedPackages = readonly (readonly [name: string, asset: PackageAsset])[];

/** Returns the packages that a program names, with all that they need, each once. */
export function namedPackages(source: Source): NamedPackages {
  const key = assetsKey(source.language);
  const offered = RUN_ASSETS[key]?.offered ?? {};
  const names = new Set(NAMED[key]?.(source));
  const wanted = Object.keys(offered).filter((name) => offered[name]?.provides.some((each) => names.has(each)));
  const found = new Map<string, PackageAsset>();
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    const asset = offered[name];
    if (asset === undefined || found.has(name)) continue;
    found.set(name, asset);
    wanted.push(...asset.depends);
  }
  return [...found];
}

/** Returns the names and versions of these packages, for the record of the run. */
export function packageVersions(named: NamedPackages): PackageVersion[] {
  return named.map(([name, { version }]) => ({ name, version }));
}

/** Returns the size of the download of these packages (bytes). */
export function packagesDownload(named: NamedPackages): number {
  return named.reduce((sum, [, { download }]) => sum + download, 0);
}

/** Fetches these packages. `progress` receives downloaded bytes. Rejects if one is not available. */
export async function loadPackages(
  language: string,
  named: NamedPackages,
  progress: (loadedBytes: number) => void,
  signal: AbortSignal,
): Promise<JobPackages | undefined> {
  const key = assetsKey(language);
  const offered = Object.keys(RUN_ASSETS[key]?.offered ?? {});
  if (offered.length === 0) return undefined;
  const files = await fetchPackages(key, named, signal, progress);
  const lock = Object.fromEntries(named.flatMap(([name, asset]) => (asset.lock ? [[name, asset.lock]] : [])));
  return { offered, files, lock };
}

function textsOf({ code, files }: Source): string[] {
  return files?.map(({ content }) => content) ?? [code];
}

function extensionsIn(sql: string): string[] {
  return [...sql.matchAll(EXTENSION)].map(([, quoted, plain]) => quoted ?? plain?.toLowerCase() ?? '');
}

/** Returns the modules that a program imports, without their parts. */
function modulesIn(code: string): string[] {
  return [...code.replaceAll(COMMENT, '').matchAll(IMPORT)]
    .flatMap(([, from, list = '']) => from ?? list.split(','))
    .map((name) => /\w+/.exec(name)?.[0] ?? '');
}
