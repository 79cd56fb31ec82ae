import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS, NODE_MEMORY } from '../../scripts/node-flags.mjs';
import { OwnClient } from '../../server/src/testing/sockets/own-client.ts';
import { freePort, NodeProcess, startCluster } from '../support/cluster.ts';
import { RawHttp } from '../support/raw-http.ts';
import { cpuMs } from './hostile-clients.ts';
import { endInterview, startInterview, type RunningInterview } from '../support/interview.ts';
import { fillRoom } from './full-room.ts';

/** Floods of a hostile company: of a candidate, of someone who has not joined, and of its interviewer. */
const FLOODS = [
  'languages',
  'subscriptions',
  'offline notes',
  'cursors',
  'unknown fields at sign-in',
  'unknown fields at joining',
  'unknown fields without a token',
  '250 sockets of one token',
  'questions',
  'openings',
  'openings whose replies nobody reads',
  'pings',
  'binary frames',
  'lists of questions',
  'closed stretches',
] as const;

/** The input of the flood's process. */
export interface FloodOrder {
  url: string;
  kind: (typeof FLOODS)[number];
  /** A running and an ended interview, both with large texts and questions. */
  running: RunningInterview;
  ended: RunningInterview;
}

/** Highest allowed ratio of the bystander's p99 latency under a flood to that at rest. */
const RATIO_MAX = 2;
/** Calls, and as many edits, of the bystander per second: half the limit of one network. */
const REQUESTS_PER_SECOND = 10;
/** Pause after each flood in milliseconds, while connections close and rate limits refill. */
const PAUSE_MS = 3_000;
/** With the heap and the allocator of production, because collections of a growing heap would be its latency. */
const SETTINGS = { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn', ...NODE_MEMORY };

/** Duration of each call and each edit of the bystander, in milliseconds. */
type Latencies = number[];

/**
 * Floods a node as one company, within the rate limits, while another company calls and types; on Postgres and on the
 * embedded database. Returns true if no flood more than doubles the other company's p99 latency.
 */
export async function runBystander(seconds: number): Promise<boolean> {
  const ratios = [...(await onPostgres(seconds)), ...(await onEmbedded(seconds))];
  const most = Math.max(...ratios);
  console.warn(
    `${ratios.length} floods of a hostile room, ${seconds} s each: another company's calls and edits take at most ` +
      `${most.toFixed(2)} × as long as at rest (p99, ${RATIO_MAX} allowed)`,
  );
  return most <= RATIO_MAX;
}

async function onPostgres(seconds: number): Promise<number[]> {
  const cluster = await startCluster(1, SETTINGS, NODE_FLAGS);
  try {
    return await floodAll('Postgres', cluster.nodes, seconds);
  } finally {
    await cluster.stop();
  }
}

async function onEmbedded(seconds: number): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cip-bystander-'));
  const node = new NodeProcess(await freePort(), { ...SETTINGS, DATA_DIR: folder }, NODE_FLAGS);
  try {
    await node.start();
    return await floodAll('embedded', [node], seconds);
  } finally {
    await node.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the latency ratio of each flood. Latency at rest is measured before each flood and pooled. */
async function floodAll(database: string, nodes: NodeProcess[], seconds: number): Promise<number[]> {
  const url = nodes[0]?.url ?? '';
  const [running, ended] = [await startInterview({ nodes }), await startInterview({ nodes })];
  for (const interview of [running, ended]) await fillRoom(url, interview);
  await endInterview({ nodes }, ended);
  const bystander = await Bystander.start(url, await startInterview({ nodes }));
  await bystander.work(seconds);
  const atRest: Latencies = [];
  const flooded = new Map<FloodOrder['kind'], { latencies: Latencies; cpu: number }>();
  for (const kind of FLOODS) {
    atRest.push(...(await bystander.work(seconds)));
    const stop = startFlood({ url, kind, running, ended });
    const before = cpuMs({ nodes });
    const latencies = await bystander.work(seconds);
    flooded.set(kind, { latencies, cpu: (cpuMs({ nodes }) - before) / (seconds * 1_000) });
    await stop();
    await sleep(PAUSE_MS);
  }
  bystander.stop();
  const rest = p99(atRest);
  console.warn(`${database}, at rest: p99 ${rest.toFixed(1)} ms`);
  return [...flooded].map(([kind, { latencies, cpu }]) => {
    const ratio = p99(latencies) / rest;
    const figures = `p99 ${p99(latencies).toFixed(1)} ms, ${ratio.toFixed(2)} × at rest`;
    console.warn(`${database}, ${kind}: ${figures}, ${(cpu * 100).toFixed(0)} % of a core`);
    return ratio;
  });
}

/** Starts a flood. Returns a function that stops it, and throws if it has ended by itself. */
function startFlood(order: FloodOrder): () => Promise<void> {
  const flood = fork(fileURLToPath(new URL('./flood.ts', import.meta.url)), [JSON.stringify(order)]);
  const ended = once(flood, 'exit');
  return async () => {
    if (flood.exitCode !== null) throw new Error(`The flood "${order.kind}" ended by itself.`);
    flood.kill('SIGKILL');
    await ended;
  };
}

/** Another company, whose user reads the account and types in a room. */
class Bystander {
  readonly #http: RawHttp;
  readonly #token: string;
  readonly #client: OwnClient;
  #latencies: Latencies = [];

  private constructor(url: string, token: string, client: OwnClient) {
    this.#http = new RawHttp(url);
    this.#token = token;
    this.#client = client;
    const send = client.update.bind(client);
    client.update = (...given) => this.#time(() => send(...given));
  }

  static async start(url: string, { token, interviewer }: RunningInterview): Promise<Bystander> {
    return new Bystander(url, token, await OwnClient.join(url, interviewer));
  }

  /**
   * Calls and types at a fixed rate without waiting for replies. Resolves with the latencies when all replies arrived.
   */
  async work(seconds: number): Promise<Latencies> {
    this.#latencies = [];
    const calls: Promise<unknown>[] = [];
    for (let nth = 0; nth < seconds * REQUESTS_PER_SECOND; nth++) {
      calls.push(this.#time(() => this.#http.call('GET', '/user', undefined, this.#token)));
      await sleep(500 / REQUESTS_PER_SECOND);
      this.#client.insert(0, 'x');
      await sleep(500 / REQUESTS_PER_SECOND);
    }
    await Promise.all(calls);
    while (this.#client.unacknowledged.size > 0) await sleep(10);
    return this.#latencies;
  }

  stop(): void {
    this.#http.close();
    this.#client.close();
  }

  async #time<T>(send: () => Promise<T>): Promise<T> {
    const sentAt = performance.now();
    const reply = await send();
    this.#latencies.push(performance.now() - sentAt);
    return reply;
  }
}

function p99(values: Latencies): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? NaN;
}
