import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/src/platform/database/database.ts';
import { replayCode } from '../../server/src/features/documents/documents.service.ts';
import type { Cluster } from '../support/cluster.ts';
import { startInterview, storedCode, type RunningInterview } from '../support/interview.ts';
import { MISFORTUNES, strike, type Misfortune } from './faults.ts';
import { Proxy } from '../support/proxy.ts';
import { Random } from '../support/random.ts';
import { timesOf, type Moments, type Times } from './waiting-times.ts';
import { OwnTypist, PlainTypist, type Typist } from '../support/typists.ts';

/** How long people type while misfortunes happen, in milliseconds. */
const TYPING_MS = 9_000;
/** How long they type on when the last misfortune is over, to see how soon they can, in milliseconds. */
const TYPING_ON_MS = 2_000;
/** How long after the last misfortune everybody may take to be equal, in milliseconds. */
const SETTLE_WITHIN_MS = 25_000;

/** What a schedule found. All but `typed` and the times have to be zero. */
export interface Outcome {
  seed: number;
  misfortunes: Misfortune[];
  typed: number;
  acknowledged: number;
  lost: number;
  duplicated: number;
  diverged: number;
  /** Nodes that ended by themselves. */
  exits: number;
  /** Who shows another text than the log, and how. */
  apart: string[];
  /** From when people stopped typing until everybody was connected, settled and equal, in milliseconds. */
  settledAfterMs: number;
  times: Times;
}

/** The way on which somebody comes to the nodes. */
interface Way {
  proxy: Proxy;
  typist: Typist;
}

/** Runs one random schedule against a cluster in an interview of its own. */
export async function runSchedule(
  cluster: Cluster,
  seed: number,
  { only, forMs }: { only?: Misfortune | undefined; forMs?: number | undefined } = {},
): Promise<Outcome> {
  const random = new Random(seed);
  const exitsBefore = exitsOf(cluster);
  const interview = await startInterview(cluster);
  const ports = () => cluster.nodes.filter((node) => node.isRunning).map((node) => node.port);
  const openProxy = () => Proxy.open(ports);
  const [first, second, third, fourth] = [await openProxy(), await openProxy(), await openProxy(), await openProxy()];
  const [ada, bob, cleo] = interview.candidates;
  const ways: Way[] = [
    { proxy: first, typist: new OwnTypist(first, interview.interviewer) },
    { proxy: second, typist: new OwnTypist(second, ada) },
    { proxy: third, typist: new OwnTypist(third, bob) },
    { proxy: fourth, typist: await PlainTypist.join(fourth, cleo, interview.code) },
  ];
  const proxies = ways.map(({ proxy }) => proxy);
  const typists = ways.map(({ typist }) => typist);
  const gone: Typist[] = [];
  const lose = (typist: Typist) => {
    typists.splice(typists.indexOf(typist), 1);
    gone.push(typist);
    typist.leave();
  };
  const misfortunes = only ? [only] : Array.from({ length: 1 + random.below(3) }, () => random.pick(MISFORTUNES));
  const typing = keepTyping(typists, random);
  const startedAt = Date.now();
  let overAt = startedAt;
  const strikes = misfortunes.map(async (misfortune) => {
    await sleep(random.below(TYPING_MS / 2));
    await strike(misfortune, { cluster, random, typists, proxies, lose, ...(forMs && { forMs }) });
    overAt = Date.now();
  });
  await Promise.all([Promise.all(strikes).then(() => sleep(TYPING_ON_MS)), sleep(TYPING_MS)]);
  typing.stop();
  const stoppedAt = Date.now();
  await settle(cluster, interview, typists);
  const settledAfterMs = Date.now() - stoppedAt;
  const exits = exitsOf(cluster) - exitsBefore;
  const outcome = await check(cluster, interview, [...typists, ...gone], typists);
  const times = timesOf(momentsOf(ways, typists), startedAt, overAt);
  for (const typist of [...typists, ...gone]) typist.leave();
  for (const proxy of proxies) proxy.close();
  return { seed, misfortunes, ...outcome, exits, settledAfterMs, times };
}

const exitsOf = ({ nodes }: Cluster) => nodes.reduce((sum, node) => sum + node.exits, 0);

// When a plain client tries again is its own affair: only those who use the product's own are looked at.
function momentsOf(ways: Way[], present: Typist[]): Moments[] {
  return ways.flatMap(({ proxy: { swallowsFrom }, typist }) => {
    if (!(typist instanceof OwnTypist) || !present.includes(typist)) return [];
    const { savedAt, warnedAt, connectedAt } = typist;
    return [{ savedAt, warnedAt, connectedAt, swallowedAt: swallowsFrom }];
  });
}

// Each mark is one character that occurs nowhere else, so that it can be counted in any text.
function keepTyping(typists: Typist[], random: Random): { stop(): void } {
  let next = 0x3400;
  const timer = setInterval(() => {
    for (const typist of typists)
      if (random.next() < 0.6) typist.type(String.fromCharCode(next++), random.below(10_000));
  }, 100);
  return { stop: () => clearInterval(timer) };
}

async function settle(cluster: Cluster, interview: RunningInterview, typists: Typist[]): Promise<void> {
  const deadline = Date.now() + SETTLE_WITHIN_MS;
  while (Date.now() < deadline) {
    if (typists.every((typist) => typist.isSettled)) {
      const stored = await storedCode(cluster, interview).catch(() => null);
      if (typists.every(({ text }) => text === stored)) return;
    }
    await sleep(50);
  }
}

async function check(
  cluster: Cluster,
  interview: RunningInterview,
  all: Typist[],
  present: Typist[],
): Promise<Pick<Outcome, 'typed' | 'acknowledged' | 'lost' | 'duplicated' | 'diverged' | 'apart'>> {
  const replay = await replayed(cluster, interview);
  const occurrences = (mark: string) => replay.split(mark).length - 1;
  const acknowledged = all.flatMap((typist) => [...typist.acknowledged]);
  const typed = all.flatMap((typist) => [...typist.typed]);
  const apart = present.filter(({ text }) => text !== replay).map((typist) => described(typist, replay));
  if ((await storedCode(cluster, interview)) !== replay) apart.push('the stored text');
  return {
    typed: typed.length,
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((mark) => occurrences(mark) === 0).length,
    duplicated: typed.filter((mark) => occurrences(mark) > 1).length,
    diverged: apart.length,
    apart,
  };
}

function described(typist: Typist, replay: string): string {
  const { text, isConnected, isSettled } = typist;
  const without = (some: string, others: string) => [...some].filter((mark) => !others.includes(mark)).join('');
  const state = `${isConnected ? 'connected' : 'away'}, ${isSettled ? 'settled' : 'busy'}`;
  const marks = `lacks "${without(replay, text)}", has "${without(text, replay)}" beyond`;
  return `${typist.constructor.name} (${state}) ${marks}${typist.isSettled ? '' : `, state ${typist.state}`}`;
}

// What the log alone says, read past every node.
async function replayed(cluster: Cluster, interview: RunningInterview): Promise<string> {
  const { db, close } = openDatabase({ databaseUrl: cluster.postgres.url, dataDir: '' }, console);
  try {
    return (await replayCode({ db }, interview.id)).code_content;
  } finally {
    await close();
  }
}
