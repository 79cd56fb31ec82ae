import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { RawHttp } from '../support/raw-http.ts';
import { joinInterview, createCompany, startInterview } from '../support/company.ts';
import { raisePlanLimits } from '../support/plan-limits.ts';
import { OwnClient } from '../../server/src/testing/own-client.ts';
import { PlainClient } from '../../server/src/testing/plain-client.ts';
import { readFigures, type Figures } from './figures.ts';

const PROBE = fileURLToPath(new URL('./probe.mjs', import.meta.url));

/** Interviews that run at the same time, always: whenever one ends the next begins. */
const AT_ONCE = 12;
/** What one interview lasts, in milliseconds, and how often each of its people types. */
const LASTS_MS = 6_000;
const TYPE_EVERY_MS = 250;
/** After the last has left: presence and documents may linger for a minute, idle connections for less. */
const REST_WITHIN_MS = 100_000;
const LOOK_EVERY_MS = 1_000;
/** Looks at the figures at rest: some of the nodes' own jobs run every few seconds. */
const LOOKS = 5;

/** How long each part takes, in seconds. */
export interface SoakTimes {
  warmUp: number;
  run: number;
}

/** What a soak found: the figures at rest before and after, and what happened between. */
export interface SoakOutcome {
  before: Figures;
  after: Figures;
  /** Resident memory each minute, in bytes. */
  rssEachMinute: number[];
  interviews: number;
  edits: number;
  failures: string[];
}

/** Lets people join, edit and leave two nodes at a steady rate, and compares what the nodes hold before and after. */
export async function soak({ warmUp, run }: SoakTimes, tell: (line: string) => void): Promise<SoakOutcome> {
  const cluster = await startCluster(2, {}, ['--expose-gc', '--import', PROBE]);
  try {
    const crowd = new Crowd(cluster, await raisePlanLimits(cluster));
    await crowd.work(warmUp);
    const before = await atRest(cluster);
    tell(`at rest after ${warmUp} s of warming up: ${describe(before)}`);
    const rssEachMinute: number[] = [];
    const sampling = setInterval(() => {
      void readFigures(cluster).then((figures) => {
        rssEachMinute.push(figures.rss);
        tell(`minute ${rssEachMinute.length}: ${describe(figures)}`);
      });
    }, 60_000);
    await crowd.work(run);
    clearInterval(sampling);
    const after = await atRest(cluster);
    tell(`at rest after ${run} s: ${describe(after)}`);
    const { interviews, edits, failures } = crowd;
    return { before, after, rssEachMinute, interviews, edits, failures };
  } finally {
    await cluster.stop();
  }
}

class Crowd {
  readonly #cluster: Cluster;
  readonly #planId: string;
  interviews = 0;
  edits = 0;
  readonly failures: string[] = [];

  constructor(cluster: Cluster, planId: string) {
    this.#cluster = cluster;
    this.#planId = planId;
  }

  async work(seconds: number): Promise<void> {
    const until = Date.now() + seconds * 1_000;
    const keepHolding = async (index: number) => {
      const http = new RawHttp(this.#nodeUrl(index));
      const { owner } = await createCompany(http, this.#planId);
      while (Date.now() < until) await this.#interview(http, owner, index).catch((error: unknown) => this.#note(error));
      http.close();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => keepHolding(index)));
  }

  // The interviewer on one node, two candidates on the other: own clients and one that knows the documented events only.
  async #interview(http: RawHttp, owner: string, index: number): Promise<void> {
    const { room_code: roomCode } = await startInterview(http, owner);
    const [here, there] = [this.#nodeUrl(index), this.#nodeUrl(index + 1)];
    const auth = async () => ({ roomCode, authToken: (await joinInterview(http, roomCode)).token });
    const interviewer = await OwnClient.join(here, { roomCode, authToken: owner });
    const candidate = await OwnClient.join(there, await auth());
    const plain = await PlainClient.join(there, await auth());
    try {
      for (let typed = 0; typed < LASTS_MS / TYPE_EVERY_MS; typed++) {
        interviewer.insert(0, 'a');
        candidate.insert(0, 'b');
        if (typed % 4 === 0) await plain.type(`${plain.code}c`);
        this.edits += 2;
        await sleep(TYPE_EVERY_MS);
      }
      // Some leave before the end, one is put out by it.
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

/** The figures once nobody is there and nothing is on its way any more. */
async function atRest(cluster: Cluster): Promise<Figures> {
  const deadline = Date.now() + REST_WITHIN_MS;
  let figures = await readFigures(cluster);
  let isQuiet = false;
  while (Date.now() < deadline) {
    await sleep(LOOK_EVERY_MS);
    const next = await readFigures(cluster);
    const isEmpty = next.sockets + next.documents + next.occupiedRooms + next.waitingEdits === 0;
    const isSteady = next.handles === figures.handles && next.redisKeys === figures.redisKeys;
    figures = next;
    if (isEmpty && isSteady && isQuiet) break;
    isQuiet = isEmpty && isSteady;
  }
  // Connections of the pool that are not needed go after ten seconds.
  await sleep(11_000);
  const looks: Figures[] = [];
  for (let look = 0; look < LOOKS; look++) {
    looks.push(await readFigures(cluster));
    await sleep(LOOK_EVERY_MS);
  }
  return leastOf(looks);
}

/** The smallest of each figure: what is held is there at every look, what a node's own jobs need for a moment is not. */
export function leastOf(looks: Figures[]): Figures {
  return looks.reduce((least, look) => {
    const names = Object.keys(least) as (keyof Figures)[];
    return Object.fromEntries(names.map((name) => [name, Math.min(least[name], look[name])])) as unknown as Figures;
  });
}

const MB = 1024 * 1024;

/** The figures in a line. */
export function describe({ heap, rss, ...rest }: Figures): string {
  const others = Object.entries(rest).map(([name, value]) => `${name} ${value}`);
  return `heap ${(heap / MB).toFixed(1)} MB, rss ${(rss / MB).toFixed(0)} MB, ${others.join(', ')}`;
}

/** Compiled code and caches of bounded size may still grow a little: this much of what was there, and so many MB. */
const HEAP_GROWTH = 0.1;
const HEAP_SLACK_MB = 6;
const RSS_GROWTH = 0.15;
const RSS_SLACK_MB = 40;

/** What did not return to where it was, in words. */
export function leaks({ before, after, failures }: SoakOutcome, { withMemory }: { withMemory: boolean }): string[] {
  const grown = (['redisKeys', 'databaseConnections', 'handles', 'timers'] as const)
    .filter((name) => after[name] > before[name])
    .map((name) => `${name}: ${before[name]} before, ${after[name]} after`);
  const left = (['sockets', 'documents', 'occupiedRooms', 'waitingEdits'] as const)
    .filter((name) => after[name] > 0)
    .map((name) => `${name}: ${after[name]} are left`);
  const memory = [
    after.heap > before.heap * (1 + HEAP_GROWTH) + HEAP_SLACK_MB * MB && 'the heap has grown',
    after.rss > before.rss * (1 + RSS_GROWTH) + RSS_SLACK_MB * MB && 'resident memory has grown',
  ].filter((words) => typeof words === 'string');
  return [...grown, ...left, ...(withMemory ? memory : []), ...failures];
}
