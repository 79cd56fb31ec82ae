import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from './at-exit.ts';

/** Creates a folder in `parent` that exists until `remove` or until this process exits. */
export function temporaryFolder(prefix: string, parent = tmpdir()): { path: string; remove: () => void } {
  const path = mkdtempSync(join(parent, prefix));
  const removeNow = () => rmSync(path, { recursive: true, force: true });
  const forget = atExit(removeNow);
  return {
    path,
    remove() {
      forget();
      removeNow();
    },
  };
}

const MEMORY_DISK = '/dev/shm';
/** Containers have 64 MB unless they are configured otherwise. */
const ENOUGH_BYTES = 2 ** 30;

/**
 * Returns a folder whose files are in memory if this machine has one with room, otherwise the usual temporary folder.
 */
export function folderInMemory(): string {
  if (!existsSync(MEMORY_DISK)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_DISK);
  return bavail * bsize >= ENOUGH_BYTES ? MEMORY_DISK : tmpdir();
}
