import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** The measured server has a core to itself, and so has the load; the database runs where there is room. */
export const CORE_OF_SERVER = 0;
export const CORE_OF_LOAD = 1;

const TASKSET = ['/usr/bin/taskset', '/bin/taskset'].find((path) => existsSync(path));

/** Whether processes are held on their cores here. */
export const isPinning = TASKSET !== undefined && availableParallelism() > 1;

/** Starts Node on one core, where the machine can do that; null means any. Nothing of the environment is handed on. */
export function spawnOn(
  core: number | null,
  args: string[],
  options: { env?: Record<string, string>; stdio: StdioOptions },
): ChildProcess {
  const { env = {}, stdio } = options;
  // A figure that nothing was measured for is NaN, which JSON cannot say.
  const how = { env, stdio, serialization: 'advanced' as const };
  if (core === null || !isPinning || TASKSET === undefined) return spawn(process.execPath, args, how);
  return spawn(TASKSET, ['-c', String(core), process.execPath, ...args], how);
}
