import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder is in use by another process. The message is one line for the operator. */
export class FolderInUseError extends Error {}

/**
 * Locks a folder for this process and returns a function that unlocks it: two processes on one folder of the embedded
 * database would silently lose data. Replaces the lock of a dead process. Throws FolderInUseError.
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock.pid');
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
      const owner = Number(readFileSync(file, 'utf8'));
      if (attempt > 0 || (owner !== process.pid && isAlive(owner)))
        throw new FolderInUseError(
          `The data folder ${folder} is in use by process ${owner}. Several nodes need DATABASE_URL and REDIS_URL.`,
        );
      rmSync(file, { force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
