import type { ChildProcess } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { atExit } from '../../../server/src/testing/services/at-exit.ts';
import { spawnOn } from '../machine/cores.ts';

const COLLECT_ON_SIGNAL = fileURLToPath(new URL('../peers/collect-on-signal.mjs', import.meta.url));
const READY_TIMEOUT_MS = 30_000;
/** Upper bound for a full collection of a few hundred megabytes, in milliseconds. */
const COLLECT_MS = 1_000;
const LOG_TAIL = 4_000;

/** Launch options of a server. */
export interface Launch {
  file: string;
  nodeFlags: string[];
  env?: Record<string, string>;
  /** The core to pin the process to; null means any. */
  core: number | null;
  /** True if `collectGarbage` will be called. */
  isCollectable?: boolean;
}

/** A server in its own process. */
export class ServerProcess {
  readonly url: string;
  readonly #child: ChildProcess;
  #log = '';

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    // The server must not outlive the benchmark.
    child.once(
      'exit',
      atExit(() => void child.kill('SIGKILL')),
    );
    this.url = `http://127.0.0.1:${port}`;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => (this.#log = (this.#log + data.toString()).slice(-LOG_TAIL)));
  }

  /** Starts a server and waits until it listens. Rejects with the end of its log if it fails. */
  static async start({ file, nodeFlags, env = {}, core, isCollectable = false }: Launch): Promise<ServerProcess> {
    const port = await freePort();
    const args = [...nodeFlags, ...(isCollectable ? ['--expose-gc', '--import', COLLECT_ON_SIGNAL] : []), file];
    const child = spawnOn(core, args, {
      env: { ...env, PORT: String(port), HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const server = new ServerProcess(child, port);
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!(await listens(port))) {
      if (server.isRunning && Date.now() < deadline) await sleep(50);
      else throw new Error(`A server did not start:\n${server.log}`);
    }
    return server;
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('A listening server has a process.');
    return this.#child.pid;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The end of stdout and stderr. */
  get log(): string {
    return this.#log;
  }

  /** Makes the server collect its garbage. */
  async collectGarbage(): Promise<void> {
    for (let round = 0; round < 2; round++) {
      this.#child.kill('SIGUSR2');
      await sleep(COLLECT_MS);
    }
  }

  /** Kills the server. */
  async stop(): Promise<void> {
    if (!this.isRunning) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await ended;
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (isListening: boolean) => {
      socket.destroy();
      resolve(isListening);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('No free port.');
  return address.port;
}
