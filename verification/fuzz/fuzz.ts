import { PlainClient } from '../../server/src/testing/sockets/plain-client.ts';
import type { Cluster } from '../support/cluster.ts';
import { raisePlanLimits } from '../support/plan-limits.ts';
import type { Progress } from '../support/progress.ts';
import { EventSender } from './events.ts';
import { sendFrames } from './frames.ts';
import { RawHttp } from '../support/raw-http.ts';
import { restCase } from './rest.ts';
import { createCompany, type TestCompany } from '../support/company.ts';

/** Number of cases of each kind. */
export interface FuzzCounts {
  rest: number;
  events: number;
  frames: number;
}

/** Results of one kind so far. */
export interface FuzzTally {
  done: number;
  refused: number;
  /** Descriptions of the first hundred defects. */
  defects: string[];
  seconds: number;
}

export const FUZZ_KINDS = ['rest', 'events', 'frames'] as const;
export type FuzzKind = (typeof FUZZ_KINDS)[number];

/** Results by kind. */
export type FuzzState = Record<FuzzKind, FuzzTally>;

const DEFECTS_MAX = 100;
const WORKERS = 8;
/** Cases per worker at least, because each worker registers its own company. */
const CASES_EACH = 200;
/** Cases before a company is replaced, because sign-outs, deletions and ends use it up. */
const COMPANY_CASES = 150;
/** Cases between two health checks and two saves of the progress. */
const BATCH = 2_000;

/** Returns the state before the first case. */
export function freshState(): FuzzState {
  const none = (): FuzzTally => ({ done: 0, refused: 0, defects: [], seconds: 0 });
  return { rest: none(), events: none(), frames: none() };
}

/** Sends the remaining cases of each kind to the first node and checks its health after every batch. */
export async function fuzz(
  cluster: Cluster,
  counts: FuzzCounts,
  seed: number,
  progress: Progress<FuzzState>,
  print: (line: string) => void = () => {},
): Promise<FuzzState> {
  const planId = await raisePlanLimits(cluster);
  const { state } = progress;
  for (const kind of FUZZ_KINDS)
    while (state[kind].done < counts[kind]) {
      const tally = state[kind];
      const began = Date.now();
      const count = Math.min(BATCH, counts[kind] - tally.done);
      await batch(cluster, { kind, planId, seed, first: tally.done, count, tally });
      tally.done += count;
      tally.seconds += (Date.now() - began) / 1_000;
      const defect = await serverDefect(cluster);
      if (defect !== null) note(tally, defect);
      progress.save();
      if (tally.done % (BATCH * 5) === 0)
        print(`${kind}: ${tally.done} of ${counts[kind]}, ${tally.defects.length} defects`);
    }
  return state;
}

/** Returns the URL that all cases are sent to. */
function urlOf({ nodes: [node] }: Cluster): string {
  if (!node?.isRunning) throw new Error('The node has exited.');
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
  const reserve = (most: number) => {
    const from = next;
    next = Math.min(first + count, next + most);
    return { from, reserved: next - from };
  };
  const work = async () => {
    let company = await createCompany(http, planId);
    let age = 0;
    const sender = new EventSender(urlOf(cluster), http, company);
    for (;;) {
      const { from, reserved } = reserve(kind === 'frames' ? 20 : 1);
      if (reserved === 0) break;
      if (kind === 'frames') {
        await frames(cluster, company, { seed, from, reserved, tally });
        continue;
      }
      const result = kind === 'rest' ? await restCase(http, company, seed, from) : await sender.send(seed, from);
      if (result.isRefused) tally.refused++;
      if (result.defect !== null) note(tally, `#${from} ${result.defect}`);
      if (kind === 'rest' && (++age >= COMPANY_CASES || result.isExhausted)) {
        company = await createCompany(http, planId);
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
  { interview, owner }: TestCompany,
  { seed, from, reserved, tally }: { seed: number; from: number; reserved: number; tally: FuzzTally },
): Promise<void> {
  const target = { url: urlOf(cluster), roomCode: interview.room_code, token: owner };
  // If the server closes a connection early, the next one sends the rest.
  for (let sent = 0; sent < reserved;)
    sent += await sendFrames(target, seed, from + sent, reserved - sent).catch((error: unknown) => {
      note(tally, `#${from} ${String(error)}`);
      return reserved;
    });
}

/** Returns a defect of the server itself: an error in its log or a failing readiness check. Throws if it exited. */
async function serverDefect(cluster: Cluster): Promise<string | null> {
  const [node] = cluster.nodes;
  if (!node?.isRunning) throw new Error(`The node has exited:\n${node?.log.slice(-3_000) ?? ''}`);
  const failures = node.log.match(/"level":(?:50|60).*/g);
  if (failures) return `the log contains ${failures[0]?.slice(0, 1_000) ?? ''}`;
  const response = await fetch(`${node.url}/readyz`);
  return response.ok ? null : `readyz returned ${response.status}`;
}

/** Throws if an honest client is not served. */
export async function checkServing(cluster: Cluster): Promise<void> {
  const http = new RawHttp(urlOf(cluster));
  const { interview, owner } = await createCompany(http, await raisePlanLimits(cluster));
  const client = await PlainClient.join(urlOf(cluster), { roomCode: interview.room_code, authToken: owner });
  const reply = await client.type('-- Start coding here...\nselect 1;');
  client.close();
  http.close();
  if (reply['ok'] !== true) throw new Error(`An honest edit was refused: ${JSON.stringify(reply)}`);
}

function note(tally: FuzzTally, defect: string): void {
  if (tally.defects.length < DEFECTS_MAX) tally.defects.push(defect);
}
