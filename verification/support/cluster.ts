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
/** How much of a node's log is kept, in characters. */
const LOG_TAIL = 1_000_000;
/** How much of it is told of a node that did not start: more would not be written before the run ends. */
const LOG_TOLD = 8_000;
const ANSWERS_WITHIN_MS = 5_000;
const READY = 'ready';

/**
 * One process of the product, with the heap as Node makes it: the one it is shipped with (decision 0018) would hide from
 * the soak that memory grows.
 */
export class NodeProcess {
  readonly port: number;
  readonly #env: Record<string, string>;
  readonly #nodeArgs: string[];
  #child: ChildProcess | null = null;
  /** The processes that were ended on purpose. */
  readonly #ended = new WeakSet<ChildProcess>();
  #log = '';
  /** How often it ended by itself. */
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

  /** What it wrote last. */
  get log(): string {
    return this.#log;
  }

  /** Starts it; settles when it is ready, or was ended by somebody else meanwhile. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [...this.#nodeArgs, MAIN], {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const forget = atExit(() => child.kill('SIGKILL'));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (this.#log = (this.#log + data.toString()).slice(-LOG_TAIL)));
    child.once('exit', () => {
      forget();
      if (!this.#ended.has(child)) this.exits++;
      if (this.#child === child) this.#child = null;
    });
    const deadline = Date.now() + READY_WITHIN_MS;
    for (let answer = await this.#askReady(); answer !== READY; answer = await this.#askReady()) {
      if (this.#ended.has(child)) return;
      const isOver = this.#child !== child;
      if (Date.now() > deadline || isOver)
        throw new Error(
          `A node ${isOver ? 'ended' : 'is not ready'} (${answer}). Its log:\n${this.#log.slice(-LOG_TOLD)}`,
        );
      await sleep(50);
    }
  }

  /** Ends it at once, as a crash does. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Asks it to move its clients away and stop, as a deployment does. */
  async drain(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** What it says of itself, or why it says nothing. */
  async #askReady(): Promise<string> {
    try {
      const response = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
      return response.ok ? READY : await response.text();
    } catch (error) {
      return String(error instanceof Error ? (error.cause ?? error) : error);
    }
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#ended.add(child);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }
}

/** Nodes over one Postgres and one Redis of their own. */
export interface Cluster {
  nodes: NodeProcess[];
  postgres: TestService;
  redis: TestService;
  stop(): Promise<void>;
}

/** Starts a cluster of `size` nodes, with settings beside those of every cluster and arguments for their Node. */
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
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const nodes: NodeProcess[] = [];
  for (let index = 0; index < size; index++) {
    const node = new NodeProcess(await freePort(), env, nodeArgs);
    nodes.push(node);
    await node.start();
  }
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.kill()));
    await Promise.all([postgres.stop(), redis.stop()]);
  };
  return { nodes, postgres, redis, stop };
}

/** A port nobody listens on right now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('No free port.');
  return address.port;
}
