import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const TASK = fileURLToPath(new URL('../../scripts/task.mjs', import.meta.url));

/** Returns the parent of every process on this machine. */
function parents(): Map<number, number> {
  const pids = readdirSync('/proc').map(Number).filter(Boolean);
  return new Map(pids.flatMap((pid) => [[pid, parentOf(pid)] as const]).filter(([, parent]) => parent > 0));
}

function parentOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return /^State:\s+Z/m.test(status) ? 0 : Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Returns all direct and indirect children of a process. */
function descendants(pid: number): number[] {
  const all = parents();
  const of = (parent: number): number[] =>
    [...all].filter(([, its]) => its === parent).flatMap(([child]) => [child, ...of(child)]);
  return of(pid);
}

const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
const isAlive = (pid: number) => parentOf(pid) > 0;

describe.runIf(process.platform === 'linux')('a signal ends the task and every process it started', () => {
  it.each([
    ['chaos', ['--schedules', '5', '--nodes', '2'], ['server/src/main.ts', 'server/src/main.ts', 'postgres', 'redis']],
    ['fuzz', [], ['server/src/main.ts', 'postgres', 'redis']],
    ['mutants', ['--only', 'audit.repository'], ['vitest', 'postgres', 'redis']],
    ['promise', ['--short', '--again', '--only', 'kill'], ['server/src/main.ts', 'postgres', 'redis']],
  ])('for %s', async (task, args, expected) => {
    const child = spawn(process.execPath, [TASK, task, ...args], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const started = () => descendants(child.pid ?? 0);
    const commands = () => started().map(commandOf).join('\n');
    await expect
      .poll(() => expected.every((what) => commands().split(what).length > expected.filter((e) => e === what).length), {
        timeout: 60_000,
      })
      .toBe(true);
    const pids = started();

    child.kill('SIGTERM');

    await ended;
    try {
      await expect.poll(() => pids.filter(isAlive).map(commandOf), { timeout: 10_000 }).toEqual([]);
    } finally {
      for (const pid of pids.filter(isAlive)) process.kill(pid, 'SIGKILL');
    }
  });
});
