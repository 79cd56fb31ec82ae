import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../errors.ts';
import { OperatorError } from '../operator-error.ts';

/** The folder is in use by another process. */
export class FolderInUseError extends OperatorError {}

/**
 * Locks a folder for this process and returns a function that unlocks it: two processes on one folder of the embedded
 * database would silently lose data. Replaces the lock of a dead process. Throws FolderInUseError.
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, 'lock.pid');
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, `${process.pid} ${startTime(process.pid)}`, { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
      const [owner = '', startedAt = ''] = readFileSync(file, 'utf8').split(' ');
      if (attempt > 0 || (Number(owner) !== process.pid && isAlive(Number(owner), startedAt)))
        throw new FolderInUseError(
          `The data folder ${folder} is in use by process ${owner}, which holds ${file}. Several nodes need DATABASE_URL and REDIS_URL.`,
        );
      rmSync(file, { force: true });
    }
  }
}

function isAlive(pid: number, startedAt: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false;
  }
  const started = startTime(pid);
  // A system may hide the processes of other users.
  return startedAt === '' || started === '' || started === startedAt;
}

/** Returns when a process started, which tells it from a later one with its id, or '' on systems other than Linux. */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in brackets, may hold blanks.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
