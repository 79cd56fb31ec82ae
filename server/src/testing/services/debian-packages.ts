import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FETCH_TIMEOUT_MS = 180_000;
/** Dependencies that are not needed to run: scripts, the C library, Postgres's JIT compiler. */
const UNUSED = /-perl$|^libc6$|^libllvm/;

/** Debian packages unpacked into a folder, without installing them. */
export interface UnpackedPackages {
  root: string;
  /** Folders with their shared libraries. */
  libraries: string[];
}

/**
 * Downloads packages, and libraries this machine lacks, into a cache folder. Returns undefined if there is no apt or
 * the download fails. `wanted` names the package to resolve and the packages that contain programs.
 */
export function fetchPackages(name: string, wanted: { start: string; programs: RegExp }): UnpackedPackages | undefined {
  const folder = join(cacheFolder(), name);
  if (!existsSync(folder) && !download(folder, wanted)) return undefined;
  return { root: folder, libraries: globSync(join(folder, 'usr/lib/*-linux-gnu*')) };
}

function download(folder: string, wanted: { start: string; programs: RegExp }): boolean {
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg')) return false;
  mkdirSync(dirname(folder), { recursive: true });
  const packages = mkdtempSync(join(tmpdir(), 'cip-packages-'));
  const unpacked = mkdtempSync(`${folder}-`);
  try {
    if (!fetchInto(packages, wanted)) return false;
    for (const file of globSync(join(packages, '*.deb')))
      if (!succeeds('dpkg', ['-x', file, unpacked], packages)) return false;
    // mkdtemp created the folder with mode 0700.
    if (!succeeds('chmod', ['755', unpacked], packages)) return false;
    renameSync(unpacked, folder);
    return true;
  } finally {
    rmSync(packages, { recursive: true, force: true });
    rmSync(unpacked, { recursive: true, force: true });
  }
}

function fetchInto(folder: string, wanted: { start: string; programs: RegExp }): boolean {
  const get = () => {
    const names = missingPackages(wanted);
    return names.length > 0 && succeeds('apt-get', ['download', ...names], folder);
  };
  return get() || (succeeds('apt-get', ['update'], folder) && get());
}

/** Returns the packages of the programs and of their libraries that are not installed. */
function missingPackages({ start, programs }: { start: string; programs: RegExp }): string[] {
  const quiet = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map((word) => `--no-${word}`);
  const closure = output('apt-cache', ['depends', '--recurse', ...quiet, start]).split('\n');
  const names = closure.filter((line) => programs.test(line) || (line.startsWith('lib') && !UNUSED.test(line)));
  const installed = new Set(output('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\\n']).split('\n'));
  return names.filter((name) => programs.test(name) || !installed.has(`${name} installed`));
}

function output(command: string, args: string[]): string {
  return spawnSync(command, args, { encoding: 'utf8', timeout: FETCH_TIMEOUT_MS }).stdout ?? '';
}

function succeeds(command: string, args: string[], cwd: string): boolean {
  return spawnSync(command, args, { cwd, stdio: 'ignore', timeout: FETCH_TIMEOUT_MS }).status === 0;
}

/** Returns the cache folder: in the checkout, or in /tmp if users other than root (Postgres) could not reach it. */
function cacheFolder(): string {
  const own = fileURLToPath(new URL('../../../../.cache/services', import.meta.url));
  return isReachable(dirname(dirname(own))) ? own : join(tmpdir(), 'cip-services');
}

function isReachable(folder: string): boolean {
  const open = (statSync(folder).mode & 0o001) !== 0;
  return open && (dirname(folder) === folder || isReachable(dirname(folder)));
}
