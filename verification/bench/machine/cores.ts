import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** The measured server and the load generator each have a core; the database runs on any. */
export const CORE_OF_SERVER = 0;
export const CORE_OF_LOAD = 1;

const TASKSET = ['/usr/bin/taskset', '/bin/taskset'].find((path) => existsSync(path));

/** True if processes can be pinned to cores on this machine. */
export const isPinning = TASKSET !== undefined && availableParallelism() > 1;

/** Starts Node pinned to one core if possible; null means any. The environment is not inherited. */
export function spawnOn(
  core: number | null,
  args: string[],
  options: { env?: Record<string, string>; stdio: StdioOptions },
): ChildProcess {
  const { env = {}, stdio } = options;
  // Missing figures are NaN, which JSON cannot represent.
  const spawnOptions = { env, stdio, serialization: 'advanced' as const };
  if (core === null || !isPinning || TASKSET === undefined) return spawn(process.execPath, args, spawnOptions);
  return spawn(TASKSET, ['-c', String(core), process.execPath, ...args], spawnOptions);
}
