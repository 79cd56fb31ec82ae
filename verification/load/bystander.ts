import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Handshake } from '@cip/contracts/rooms';
import { OwnClient } from '../../server/src/testing/own-client.ts';
import { freePort, NodeProcess, startCluster } from '../support/cluster.ts';
import { RawHttp } from '../support/raw-http.ts';
import { cpuMs } from './hostile-clients.ts';
import { startInterview, type RunningInterview } from '../support/interview.ts';

/** What a candidate of another company does. */
const FLOODS = [
  'languages',
  'subscriptions',
  'offline notes',
  'cursors',
  'unknown fields at sign-in',
  'unknown fields at joining',
  'unknown fields without a token',
  '250 sockets of one token',
] as const;

/** A flood for its worker. */
export interface FloodOrder {
  url: string;
  kind: (typeof FLOODS)[number];
  handshake: Handshake;
}

/** A bystander may wait this many times as long under a flood as at rest, at the 99th percentile. */
const RATIO_MAX = 2;
/** Calls, and as many edits, of the bystander in a second: half of what one network may. */
const ASKS_PER_SECOND = 10;
/** Between a flood and the next measure at rest, in milliseconds: connections close, rates are refilled. */
const PAUSE_MS = 3_000;
const SETTINGS = { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn' };

/** How long each call and each edit of the bystander took, in milliseconds. */
type Waits = number[];

/**
 * Lets a candidate of one company flood a node in every way, within its limits, while another company calls and types;
 * on Postgres and on the embedded database. True when none makes the other company wait more than twice as long.
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
  const cluster = await startCluster(1, SETTINGS);
  try {
    return await floodAll('Postgres', cluster.nodes, seconds);
  } finally {
    await cluster.stop();
  }
}

async function onEmbedded(seconds: number): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'cip-bystander-'));
  const node = new NodeProcess(await freePort(), { ...SETTINGS, DATA_DIR: folder });
  try {
    await node.start();
    return await floodAll('embedded', [node], seconds);
  } finally {
    await node.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The ratio of each flood; at rest is measured before each, and all of it counts. */
async function floodAll(database: string, nodes: NodeProcess[], seconds: number): Promise<number[]> {
  const url = nodes[0]?.url ?? '';
  const hostile = await startInterview({ nodes });
  const bystander = await Bystander.start(url, await startInterview({ nodes }));
  await bystander.work(seconds);
  const atRest: Waits = [];
  const flooded = new Map<FloodOrder['kind'], { waits: Waits; cpu: number }>();
  for (const kind of FLOODS) {
    atRest.push(...(await bystander.work(seconds)));
    const order: FloodOrder = { url, kind, handshake: hostile.candidates[0] };
    const worker = new Worker(new URL('./flood-worker.ts', import.meta.url), { workerData: order });
    const before = cpuMs({ nodes });
    const waits = await bystander.work(seconds);
    flooded.set(kind, { waits, cpu: (cpuMs({ nodes }) - before) / (seconds * 1_000) });
    await worker.terminate();
    await sleep(PAUSE_MS);
  }
  bystander.stop();
  const rest = p99(atRest);
  console.warn(`${database}, at rest: p99 ${rest.toFixed(1)} ms`);
  return [...flooded].map(([kind, { waits, cpu }]) => {
    const ratio = p99(waits) / rest;
    const figures = `p99 ${p99(waits).toFixed(1)} ms, ${ratio.toFixed(2)} × at rest`;
    console.warn(`${database}, ${kind}: ${figures}, ${(cpu * 100).toFixed(0)} % of a core`);
    return ratio;
  });
}

/** Another company, whose user reads the account and types in a room. */
class Bystander {
  readonly #http: RawHttp;
  readonly #token: string;
  readonly #client: OwnClient;
  #waits: Waits = [];

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

  /** Calls and types for some time, whether or not what was asked is answered; settles when all of it is. */
  async work(seconds: number): Promise<Waits> {
    this.#waits = [];
    const calls: Promise<unknown>[] = [];
    for (let nth = 0; nth < seconds * ASKS_PER_SECOND; nth++) {
      calls.push(this.#time(() => this.#http.call('GET', '/user', undefined, this.#token)));
      await sleep(500 / ASKS_PER_SECOND);
      this.#client.insert(0, 'x');
      await sleep(500 / ASKS_PER_SECOND);
    }
    await Promise.all(calls);
    while (this.#client.unacknowledged.size > 0) await sleep(10);
    return this.#waits;
  }

  stop(): void {
    this.#http.close();
    this.#client.close();
  }

  async #time<T>(ask: () => Promise<T>): Promise<T> {
    const askedAt = performance.now();
    const answer = await ask();
    this.#waits.push(performance.now() - askedAt);
    return answer;
  }
}

function p99(values: Waits): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? NaN;
}
