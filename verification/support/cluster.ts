import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { atExit } from '../../server/src/testing/services/at-exit.ts';
import { startPostgres } from '../../server/src/testing/services/postgres.ts';
import { startRedis } from '../../server/src/testing/services/redis.ts';
import type { TestService } from '../../server/src/testing/services/service.ts';

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const READY_WITHIN_MS = 30_000;
/** The end of a node's log that stays in memory, in characters. */
const LOG_TAIL = 1_000_000;
/** The part of it in the error of a failed start, because a longer message would not be flushed before the run ends. */
const LOG_IN_ERROR = 8_000;
const READYZ_TIMEOUT_MS = 5_000;
const READY = 'ready';

/**
 * One server process. It runs with Node's default heap: the pre-sized heap of production (decision 0018) would hide
 * memory growth from the soak.
 */
export class NodeProcess {
  readonly port: number;
  readonly #env: Record<string, string>;
  readonly #nodeArgs: string[];
  #child: ChildProcess | null = null;
  /** Processes that this class stopped; any other exit is unexpected. */
  readonly #stopped = new WeakSet<ChildProcess>();
  #log = '';
  /** Number of unexpected exits. */
  exits = 0;

  constructor(port: number, env: Record<string, string>, nodeArgs: string[] = []) {
    this.port = port;
    this.#nodeArgs = nodeArgs;
    this.#env = { ...env, PORT: String(port), HOST: '127.0.0.1' };
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get isRunning(): boolean {
    return this.#child !== null;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The end of stdout and stderr. */
  get log(): string {
    return this.#log;
  }

  /**
   * Starts the process. Resolves when it is ready or was stopped meanwhile; throws with the log if it exits or is late.
   */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [...this.#nodeArgs, MAIN], {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const unregister = atExit(() => child.kill('SIGKILL'));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (this.#log = (this.#log + data.toString()).slice(-LOG_TAIL)));
    child.once('exit', () => {
      unregister();
      if (!this.#stopped.has(child)) this.exits++;
      if (this.#child === child) this.#child = null;
    });
    const deadline = Date.now() + READY_WITHIN_MS;
    for (let state = await this.#readiness(); state !== READY; state = await this.#readiness()) {
      if (this.#stopped.has(child)) return;
      const hasExited = this.#child !== child;
      if (Date.now() > deadline || hasExited)
        throw new Error(
          `A node ${hasExited ? 'exited' : 'is not ready'} (${state}). Its log:\n${this.#log.slice(-LOG_IN_ERROR)}`,
        );
      await sleep(50);
    }
  }

  /** Kills the process abruptly, like a crash (SIGKILL). */
  async kill(): Promise<void> {
    await this.#stop('SIGKILL');
  }

  /** Drains the node and stops it, like a deployment (SIGTERM). */
  async drain(): Promise<void> {
    await this.#stop('SIGTERM');
  }

  /** Returns `ready`, or the body or the error of `/readyz`. */
  async #readiness(): Promise<string> {
    try {
      const response = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(READYZ_TIMEOUT_MS) });
      return response.ok ? READY : await response.text();
    } catch (error) {
      return String(error instanceof Error ? (error.cause ?? error) : error);
    }
  }

  async #stop(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#stopped.add(child);
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await exited;
  }
}

/** Nodes with a Postgres and a Redis of their own. */
export interface Cluster {
  nodes: NodeProcess[];
  postgres: TestService;
  redis: TestService;
  /** Starts one more node, with these Node.js arguments. */
  addNode(nodeArgs?: string[]): Promise<NodeProcess>;
  stop(): Promise<void>;
}

/** Starts a cluster of `size` nodes with extra environment settings and Node.js arguments. */
export async function startCluster(
  size: number,
  settings: Record<string, string> = {},
  nodeArgs: string[] = [],
): Promise<Cluster> {
  const [postgres, redis] = await Promise.all([startPostgres({ durable: true }), startRedis()]);
  const env = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    RATE_LIMITS: 'off',
    PASSWORD_HASHING: 'fast',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const nodes: NodeProcess[] = [];
  const addNode = async (args = nodeArgs) => {
    const node = new NodeProcess(await freePort(), env, args);
    nodes.push(node);
    await node.start();
    return node;
  };
  for (let index = 0; index < size; index++) await addNode();
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    await Promise.all([postgres.stop(), redis.stop()]);
  };
  return { nodes, postgres, redis, addNode, stop };
}

/** Returns a free TCP port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('No free port.');
  return address.port;
}
