import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { SECOND_TEXT } from '../support/typists.ts';
import { RawHttp } from '../support/raw-http.ts';
import { joinInterview, createCompany, startInterview } from '../support/company.ts';
import { raisePlanLimits } from '../support/plan-limits.ts';
import { OwnClient } from '../../server/src/testing/sockets/own-client.ts';
import { PlainClient } from '../../server/src/testing/sockets/plain-client.ts';
import { readFigures, type Figures } from './figures.ts';

const PROBE = fileURLToPath(new URL('./probe.mjs', import.meta.url));

/** Concurrent interviews: when one ends, the next starts. */
const AT_ONCE = 12;
/** Duration of one interview and pause between two edits of each client, in milliseconds. */
const INTERVIEW_MS = 6_000;
const TYPE_EVERY_MS = 250;
/** Time to reach rest after the last client left: presence and documents may stay for a minute. */
const REST_TIMEOUT_MS = 100_000;
const SAMPLE_INTERVAL_MS = 1_000;
/** Samples at rest, because some jobs of the nodes run every few seconds. */
const SAMPLES = 5;
/**
 * Samples while a figure is higher than before: if jobs meet, they need one more connection each, which stays for ten
 * seconds. A leak is in all of them.
 */
const SAMPLES_MAX = 40;

/** Duration of each part, in seconds. */
export interface SoakTimes {
  warmUp: number;
  run: number;
}

/** Result of a soak: the figures at rest before and after, and the work between. */
export interface SoakOutcome {
  before: Figures;
  after: Figures;
  /** Resident memory per minute, in bytes. */
  rssEachMinute: number[];
  interviews: number;
  edits: number;
  failures: string[];
}

/** Runs joins, edits and leaves on two nodes at a steady rate and reads the figures at rest before and after. */
export async function soak({ warmUp, run }: SoakTimes, print: (line: string) => void): Promise<SoakOutcome> {
  const cluster = await startCluster(2, {}, ['--expose-gc', '--import', PROBE]);
  try {
    const load = new Load(cluster, await raisePlanLimits(cluster));
    await load.run(warmUp);
    const before = await atRest(cluster);
    print(`at rest after ${warmUp} s of warming up: ${formatFigures(before)}`);
    const rssEachMinute: number[] = [];
    const sampling = setInterval(() => {
      void readFigures(cluster).then((figures) => {
        rssEachMinute.push(figures.rss);
        print(`minute ${rssEachMinute.length}: ${formatFigures(figures)}`);
      });
    }, 60_000);
    await load.run(run);
    clearInterval(sampling);
    const after = await atRest(cluster, before);
    print(`at rest after ${run} s: ${formatFigures(after)}`);
    const { interviews, edits, failures } = load;
    return { before, after, rssEachMinute, interviews, edits, failures };
  } finally {
    await cluster.stop();
  }
}

class Load {
  readonly #cluster: Cluster;
  readonly #planId: string;
  interviews = 0;
  edits = 0;
  readonly failures: string[] = [];

  constructor(cluster: Cluster, planId: string) {
    this.#cluster = cluster;
    this.#planId = planId;
  }

  async run(seconds: number): Promise<void> {
    const until = Date.now() + seconds * 1_000;
    const runInterviews = async (index: number) => {
      const http = new RawHttp(this.#nodeUrl(index));
      const { owner } = await createCompany(http, this.#planId);
      while (Date.now() < until) await this.#interview(http, owner, index).catch((error: unknown) => this.#note(error));
      http.close();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => runInterviews(index)));
  }

  // The interviewer on one node, two candidates on the other; one of them uses the documented full-text events only.
  async #interview(http: RawHttp, owner: string, index: number): Promise<void> {
    const { room_code: roomCode } = await startInterview(http, owner);
    const [here, there] = [this.#nodeUrl(index), this.#nodeUrl(index + 1)];
    const auth = async () => ({ roomCode, authToken: (await joinInterview(http, roomCode)).token });
    const interviewer = await OwnClient.join(here, { roomCode, authToken: owner });
    const candidate = await OwnClient.join(there, await auth());
    const plain = await PlainClient.join(there, await auth());
    try {
      await interviewer.wire.emit('file:create', { id: randomUUID(), name: 'second.sql' });
      for (let typed = 0; typed < INTERVIEW_MS / TYPE_EVERY_MS; typed++) {
        interviewer.insert(0, 'a');
        candidate.insert(0, 'b');
        candidate.doc.getText(SECOND_TEXT).insert(0, 'b');
        if (typed % 4 === 0) await plain.type(`${plain.code}c`);
        this.edits += 3;
        await sleep(TYPE_EVERY_MS);
      }
      // The candidates leave before the end; the interviewer is disconnected by it.
      for (const client of [candidate, plain]) client.close();
      await http.call('POST', `/interview-sessions/end-by-room/${roomCode}`, undefined, owner);
    } finally {
      for (const client of [interviewer, candidate, plain]) client.close();
    }
    this.interviews++;
  }

  #nodeUrl(index: number): string {
    const { nodes } = this.#cluster;
    return nodes[index % nodes.length]?.url ?? '';
  }

  #note(error: unknown): void {
    if (this.failures.length < 50) this.failures.push(String(error));
  }
}

/**
 * Returns the figures once no client is connected and no edit is pending: without `before`, the figures to compare
 * with; else the figures of a while in which none exceeds it.
 */
async function atRest(cluster: Cluster, before?: Figures): Promise<Figures> {
  const deadline = Date.now() + REST_TIMEOUT_MS;
  let figures = await readFigures(cluster);
  let isQuiet = false;
  while (Date.now() < deadline) {
    await sleep(SAMPLE_INTERVAL_MS);
    const next = await readFigures(cluster);
    const isEmpty = next.sockets + next.documents + next.occupiedRooms + next.waitingEdits === 0;
    const isSteady = next.handles === figures.handles && next.redisKeys === figures.redisKeys;
    figures = next;
    if (isEmpty && isSteady && isQuiet) break;
    isQuiet = isEmpty && isSteady;
  }
  // The database pool closes idle connections after ten seconds.
  await sleep(11_000);
  const samples: Figures[] = [];
  const hasGrown = () => before !== undefined && grownOf(before, minimumOf(samples)).length > 0;
  while (samples.length < SAMPLES || (samples.length < SAMPLES_MAX && hasGrown())) {
    samples.push(await readFigures(cluster));
    await sleep(SAMPLE_INTERVAL_MS);
  }
  return before ? minimumOf(samples) : baselineOf(samples);
}

/**
 * Returns the figures that later ones may not exceed: the maximum of timers, because nodes at rest hold more and fewer
 * of them in turn (2 to 5 within half a minute), and the minimum of others.
 */
function baselineOf(samples: Figures[]): Figures {
  return { ...minimumOf(samples), timers: Math.max(...samples.map(({ timers }) => timers)) };
}

/** Returns the minimum of each figure: a leak is in every sample, a job's temporary resource is not. */
function minimumOf(samples: Figures[]): Figures {
  return samples.reduce((least, sample) => {
    const names = Object.keys(least) as (keyof Figures)[];
    return Object.fromEntries(names.map((name) => [name, Math.min(least[name], sample[name])])) as unknown as Figures;
  });
}

const MB = 1024 * 1024;

/** Formats the figures as one line. */
export function formatFigures({ heap, rss, ...rest }: Figures): string {
  const others = Object.entries(rest).map(([name, value]) => `${name} ${value}`);
  return `heap ${(heap / MB).toFixed(1)} MB, rss ${(rss / MB).toFixed(0)} MB, ${others.join(', ')}`;
}

/** Compiled code and bounded caches may grow by this share of the earlier figure and this many MB. */
const HEAP_GROWTH = 0.1;
const HEAP_SLACK_MB = 6;
const RSS_GROWTH = 0.15;
const RSS_SLACK_MB = 40;

/** Returns the lasting resources of which there are more than before. */
const grownOf = (before: Figures, after: Figures) =>
  (['redisKeys', 'databaseConnections', 'handles', 'timers'] as const).filter((name) => after[name] > before[name]);

/** Describes every figure that did not return to its earlier value. */
export function findLeaks({ before, after, failures }: SoakOutcome, { withMemory }: { withMemory: boolean }): string[] {
  const grown = grownOf(before, after).map((name) => `${name}: ${before[name]} before, ${after[name]} after`);
  const left = (['sockets', 'documents', 'occupiedRooms', 'waitingEdits'] as const)
    .filter((name) => after[name] > 0)
    .map((name) => `${name}: ${after[name]} left`);
  const memory = [
    after.heap > before.heap * (1 + HEAP_GROWTH) + HEAP_SLACK_MB * MB && 'the heap has grown',
    after.rss > before.rss * (1 + RSS_GROWTH) + RSS_SLACK_MB * MB && 'resident memory has grown',
  ].filter((words) => typeof words === 'string');
  return [...grown, ...left, ...(withMemory ? memory : []), ...failures];
}
