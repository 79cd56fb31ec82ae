import type { ChildProcess } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { atExit } from '../../../server/src/testing/services/at-exit.ts';
import { spawnOn } from '../machine/cores.ts';

const COLLECT_ON_SIGNAL = fileURLToPath(new URL('../peers/collect-on-signal.mjs', import.meta.url));
const READY_WITHIN_MS = 30_000;
/** A full collection of a few hundred megabytes takes less, in milliseconds. */
const COLLECT_MS = 1_000;
const LOG_TAIL = 4_000;

/** How a server is started. */
export interface Launch {
  file: string;
  nodeFlags: string[];
  env?: Record<string, string>;
  /** The core it is held on; null means any. */
  core: number | null;
  /** Whether `collectGarbage` will be asked for. */
  isCollectable?: boolean;
}

/** A server in a process of its own. */
export class ServerProcess {
  readonly url: string;
  readonly #child: ChildProcess;
  #log = '';

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    // Whatever ends the benchmark must not leave a server behind.
    child.once(
      'exit',
      atExit(() => void child.kill('SIGKILL')),
    );
    this.url = `http://127.0.0.1:${port}`;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => (this.#log = (this.#log + data.toString()).slice(-LOG_TAIL)));
  }

  /** Starts a server and waits until it listens. Rejects with the end of its log when it does not. */
  static async start({ file, nodeFlags, env = {}, core, isCollectable = false }: Launch): Promise<ServerProcess> {
    const port = await freePort();
    const args = [...nodeFlags, ...(isCollectable ? ['--expose-gc', '--import', COLLECT_ON_SIGNAL] : []), file];
    const child = spawnOn(core, args, {
      env: { ...env, PORT: String(port), HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const server = new ServerProcess(child, port);
    const deadline = Date.now() + READY_WITHIN_MS;
    while (!(await listens(port))) {
      if (server.isRunning && Date.now() < deadline) await sleep(50);
      else throw new Error(`A server did not start:\n${server.log}`);
    }
    return server;
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('A server that listens has a process.');
    return this.#child.pid;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** What it wrote last. */
  get log(): string {
    return this.#log;
  }

  /** Makes it give back the memory it does not use any more. */
  async collectGarbage(): Promise<void> {
    for (let round = 0; round < 2; round++) {
      this.#child.kill('SIGUSR2');
      await sleep(COLLECT_MS);
    }
  }

  /** Ends it at once. */
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
