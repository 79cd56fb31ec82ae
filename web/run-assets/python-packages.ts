import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inPackage } from './packages.ts';
import type { PackageSource } from './asset-source.ts';
import { entryOfWheel } from './wheel.ts';
import type { LockEntry } from './wheel.ts';

/** The operator's packages of Python: their files, and a list with their entries of Pyodide's list. */
const FOLDER = fileURLToPath(new URL('../run-packages/', import.meta.url));
const LIST = 'packages.json';

/** Where packages come from and go to. */
export interface PackagePlaces {
  /** A folder of wheels, which goes before the network. */
  from?: string | undefined;
  /** Fetches a file of Pyodide's packages by its name. */
  download: (file: string) => Promise<Buffer>;
  folder?: string;
  lock?: Record<string, LockEntry>;
}

/** Returns Pyodide's own list of packages, and the address of their files. */
export function pyodideLock(): { packages: Record<string, LockEntry>; address: string } {
  const { packages } = JSON.parse(readFileSync(inPackage('pyodide', 'pyodide-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  const { version } = JSON.parse(readFileSync(inPackage('pyodide', 'package.json'), 'utf8')) as { version: string };
  return { packages, address: `https://cdn.jsdelivr.net/pyodide/v${version}/full/` };
}

/**
 * Stores packages with all that they need in place of the former ones. Throws, and changes nothing, if a package is
 * unknown or if a file is not the one of the list. Resolves to what was stored.
 */
export async function storePackages(names: readonly string[], places: PackagePlaces): Promise<LockEntry[]> {
  const { from, download, folder = FOLDER, lock = pyodideLock().packages } = places;
  const wheels = from === undefined ? new Map<string, LockEntry>() : await wheelsIn(from);
  const found = closure(names, { ...Object.fromEntries(wheels), ...lock });
  const files: [string, Buffer][] = [];
  for (const { file_name: file, sha256 } of found) {
    const path = from === undefined ? '' : join(from, file);
    const content = existsSync(path) ? await readFile(path) : await download(file);
    if (hashOf(content) !== sha256)
      throw new Error(`${file} is not the file of the list: its SHA-256 differs. Nothing was changed.`);
    files.push([file, content]);
  }
  // If the disk is full or the command is stopped, the former packages are still whole.
  const next = `${resolve(folder)}.next`;
  await rm(next, { recursive: true, force: true });
  await mkdir(next, { recursive: true });
  for (const [file, content] of files) await writeFile(join(next, file), content);
  await writeFile(join(next, LIST), JSON.stringify(found, null, 2));
  await rm(folder, { recursive: true, force: true });
  await rename(next, folder);
  return found;
}

/** Returns the stored packages for the build. Throws if a file was changed. */
export async function pythonPackages(folder = FOLDER): Promise<PackageSource[]> {
  const list = join(folder, LIST);
  if (!existsSync(list)) return [];
  const entries = JSON.parse(await readFile(list, 'utf8')) as LockEntry[];
  return entries.map((lock) => ({
    package: normalized(lock.name),
    name: lock.file_name,
    version: lock.version,
    provides: lock.imports,
    depends: lock.depends.map(normalized),
    lock,
    async read() {
      const content = await readFile(join(folder, lock.file_name));
      if (hashOf(content) !== lock.sha256)
        throw new Error(`${lock.file_name} was changed. Run npm run packages again.`);
      return content;
    },
  }));
}

async function wheelsIn(folder: string): Promise<Map<string, LockEntry>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.whl'));
  const entries = await Promise.all(files.map(async (file) => entryOfWheel(file, await readFile(join(folder, file)))));
  return new Map(entries.map((entry) => [normalized(entry.name), entry]));
}

/** Returns packages with all that they need, each once. */
function closure(names: readonly string[], known: Record<string, LockEntry>): LockEntry[] {
  const found = new Map<string, LockEntry>();
  const wanted = names.map((name) => ({ name, by: '' }));
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
    const { name, by } = next;
    const entry = known[normalized(name)];
    if (entry === undefined) throw new Error(`There is no package ${name}${by && `, which ${by} needs`}.`);
    if (found.has(entry.name)) continue;
    found.set(entry.name, entry);
    wanted.push(...entry.depends.map((each) => ({ name: each, by: entry.name })));
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** Returns a name as lists of packages have it (PEP 503). */
function normalized(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
