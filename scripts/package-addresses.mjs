import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ name?: string, version?: string, resolved?: string, integrity?: string, inBundle?: boolean }} LockedPackage */

const MODULES = 'node_modules/';

/**
 * Writes the lockfile with the address of each package under a name that npm prefers, and returns a function that
 * removes it. The committed one names no registry, so that npm would request the description of each of 770 packages:
 * half of the time of an installation.
 * @param {{ command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv, shell: boolean }} npm how to start npm
 */
export function writeAddresses({ command, args, ...options }) {
  const { stdout } = spawnSync(command, [...args, 'config', 'get', 'registry'], { ...options, encoding: 'utf8' });
  const registry = (stdout ?? '').trim().replace(/\/$/, '');
  /** @type {{ packages: Record<string, LockedPackage> }} */
  const lock = JSON.parse(readFileSync(join(options.cwd, 'package-lock.json'), 'utf8'));
  for (const [path, locked] of Object.entries(lock.packages)) {
    if (locked.integrity === undefined || locked.inBundle) continue;
    const name = locked.name ?? path.slice(path.lastIndexOf(MODULES) + MODULES.length);
    locked.resolved ??= `${registry}/${name}/-/${name.slice(name.indexOf('/') + 1)}-${locked.version}.tgz`;
  }
  const preferred = join(options.cwd, 'npm-shrinkwrap.json');
  writeFileSync(preferred, JSON.stringify(lock));
  return () => rmSync(preferred, { force: true });
}
