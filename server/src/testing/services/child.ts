import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { atExit } from './at-exit.ts';
import type { Program } from './binaries.ts';

const READY_WITHIN_MS = 20_000;
const POLL_MS = 20;
/** Characters of the log that are shown if a program did not start. */
const LOG_TAIL = 4_000;

/** A service process beside the tests. */
export interface ServiceProcess {
  hasEnded(): boolean;
  /** Sends a signal to the program alone. */
  signal(name: NodeJS.Signals): void;
  /** Sends a signal to the program and to the processes it started. */
  signalAll(name: NodeJS.Signals): void;
  /** Kills the program and the processes it started. Resolves when all of them have ended. */
  killAll(): Promise<void>;
  /** Resolves when the program has ended. */
  ended: Promise<void>;
}

/** Starts a program and waits until `isReady`. Rejects with the end of its log if it ends or takes 20 s. */
export async function startService(
  program: Program,
  args: string[],
  options: { cwd: string; owner: Owner | undefined; isReady: (log: string) => boolean },
): Promise<ServiceProcess> {
  const child = spawn(program.path, args, {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', ...program.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group: on Ctrl-C the tests end first and stop the service.
    detached: true,
    ...options.owner,
  });
  const log = collectLog(child);
  const service = serviceProcess(child);
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!options.isReady(log())) {
    if (service.hasEnded() || Date.now() > deadline) {
      service.signalAll('SIGKILL');
      throw new Error(`${program.path} did not start:\n${log()}`);
    }
    await sleep(POLL_MS);
  }
  return service;
}

/** A user that a program runs as. */
export interface Owner {
  uid: number;
  gid: number;
}

function serviceProcess(child: ChildProcess): ServiceProcess {
  const pid = child.pid;
  let over = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      over = true;
      resolve();
    };
    child.once('exit', end).once('error', end);
  });
  void ended.then(atExit(() => child.kill('SIGKILL')));
  const family = () => (over || pid === undefined ? [] : [pid, ...childrenOf(pid)]);
  const signalAll = (name: NodeJS.Signals, to = family()) => to.forEach((each) => send(each, name));
  return {
    hasEnded: () => over,
    ended,
    signal: (name) => child.kill(name),
    signalAll,
    async killAll() {
      const killed = family();
      signalAll('SIGKILL', killed);
      await ended;
      // Postgres does not start while an old process still holds the shared memory.
      while (killed.some(isRunning)) await sleep(POLL_MS);
    },
  };
}

/** Returns false if a process has ended, also for a zombie. */
function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Returns the child processes. Postgres puts each into its own session, so a signal to the group misses them. */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended meanwhile.
  }
}

function collectLog(child: ChildProcess): () => string {
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-LOG_TAIL);
    });
  return () => log;
}
