import { PlainClient } from '../../server/src/testing/plain-client.ts';
import type { Cluster } from '../support/cluster.ts';
import { liftLimits } from '../support/plan-limits.ts';
import type { Progress } from '../support/progress.ts';
import { EventSender } from './events.ts';
import { sendFrames } from './frames.ts';
import { RawHttp } from '../support/raw-http.ts';
import { restCase } from './rest.ts';
import { makeWorld, type FuzzWorld } from './company.ts';

/** How much of each kind is sent. */
export interface FuzzCounts {
  rest: number;
  events: number;
  frames: number;
}

/** What one kind has found so far. */
export interface FuzzTally {
  done: number;
  refused: number;
  /** What was wrong; the first hundred. */
  faults: string[];
  seconds: number;
}

export const FUZZ_KINDS = ['rest', 'events', 'frames'] as const;
export type FuzzKind = (typeof FUZZ_KINDS)[number];

/** What was found, by kind. */
export type FuzzState = Record<FuzzKind, FuzzTally>;

const FAULTS_KEPT = 100;
const WORKERS = 8;
/** Fewer cases are not worth a company of their own. */
const CASES_EACH = 200;
/** A company is made anew after so many cases: signing out, deleting and ending leave little of one. */
const WORLD_LASTS = 150;
/** Cases between two looks at the server and two writes of the progress. */
const BATCH = 2_000;

/** The state before anything was sent. */
export function freshState(): FuzzState {
  const none = (): FuzzTally => ({ done: 0, refused: 0, faults: [], seconds: 0 });
  return { rest: none(), events: none(), frames: none() };
}

/** Sends what is left of each kind at the first node, and looks after every batch whether it still serves. */
export async function fuzz(
  cluster: Cluster,
  counts: FuzzCounts,
  seed: number,
  progress: Progress<FuzzState>,
  tell: (line: string) => void = () => {},
): Promise<FuzzState> {
  const planId = await liftLimits(cluster);
  const { state } = progress;
  for (const kind of FUZZ_KINDS)
    while (state[kind].done < counts[kind]) {
      const tally = state[kind];
      const began = Date.now();
      const count = Math.min(BATCH, counts[kind] - tally.done);
      await batch(cluster, { kind, planId, seed, first: tally.done, count, tally });
      tally.done += count;
      tally.seconds += (Date.now() - began) / 1_000;
      const fault = await serverFault(cluster);
      if (fault !== null) note(tally, fault);
      progress.keep();
      if (tally.done % (BATCH * 5) === 0)
        tell(`${kind}: ${tally.done} of ${counts[kind]}, ${tally.faults.length} faults`);
    }
  return state;
}

/** The address every kind is sent to. */
function urlOf({ nodes: [node] }: Cluster): string {
  if (!node?.isRunning) throw new Error('The node has ended.');
  return node.url;
}

interface Batch {
  kind: FuzzKind;
  planId: string;
  seed: number;
  first: number;
  count: number;
  tally: FuzzTally;
}

async function batch(cluster: Cluster, { kind, planId, seed, first, count, tally }: Batch): Promise<void> {
  const http = new RawHttp(urlOf(cluster));
  let next = first;
  const take = (most: number) => {
    const from = next;
    next = Math.min(first + count, next + most);
    return { from, taken: next - from };
  };
  const work = async () => {
    let world = await makeWorld(http, planId);
    let age = 0;
    const sender = new EventSender(urlOf(cluster), http, world);
    for (;;) {
      const { from, taken } = take(kind === 'frames' ? 20 : 1);
      if (taken === 0) break;
      if (kind === 'frames') {
        await frames(cluster, world, { seed, from, taken, tally });
        continue;
      }
      const found = kind === 'rest' ? await restCase(http, world, seed, from) : await sender.send(seed, from);
      if (found.isRefused) tally.refused++;
      if (found.fault !== null) note(tally, `#${from} ${found.fault}`);
      if (kind === 'rest' && (++age >= WORLD_LASTS || found.isUsedUp)) {
        world = await makeWorld(http, planId);
        age = 0;
      }
    }
    sender.close();
  };
  try {
    await Promise.all(Array.from({ length: Math.min(WORKERS, Math.ceil(count / CASES_EACH)) }, work));
  } finally {
    http.close();
  }
}

async function frames(
  cluster: Cluster,
  { interview, owner }: FuzzWorld,
  { seed, from, taken, tally }: { seed: number; from: number; taken: number; tally: FuzzTally },
): Promise<void> {
  const target = { url: urlOf(cluster), roomCode: interview.room_code, token: owner };
  // A connection may be closed before all were sent: the rest comes over the next one.
  for (let sent = 0; sent < taken;)
    sent += await sendFrames(target, seed, from + sent, taken - sent).catch((error: unknown) => {
      note(tally, `#${from} ${String(error)}`);
      return taken;
    });
}

/** What is wrong with the server itself, or null: it has to serve the page, the API and a room. */
async function serverFault(cluster: Cluster): Promise<string | null> {
  const [node] = cluster.nodes;
  if (!node?.isRunning) throw new Error(`The node has ended:\n${node?.log.slice(-3_000) ?? ''}`);
  const failures = node.log.match(/"level":(?:50|60).*/g);
  if (failures) return `the log says ${failures[0]?.slice(0, 1_000) ?? ''}`;
  const response = await fetch(`${node.url}/readyz`);
  return response.ok ? null : `readyz answered ${response.status}`;
}

/** A client that does nothing wrong is served as ever. Throws when it is not. */
export async function proveServing(cluster: Cluster): Promise<void> {
  const http = new RawHttp(urlOf(cluster));
  const { interview, owner } = await makeWorld(http, await liftLimits(cluster));
  const client = await PlainClient.join(urlOf(cluster), { roomCode: interview.room_code, authToken: owner });
  const reply = await client.type('-- Start coding here...\nselect 1;');
  client.close();
  http.close();
  if (reply['ok'] !== true) throw new Error(`An honest edit was answered with ${JSON.stringify(reply)}`);
}

function note(tally: FuzzTally, fault: string): void {
  if (tally.faults.length < FAULTS_KEPT) tally.faults.push(fault);
}
