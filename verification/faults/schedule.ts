import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/src/platform/database/database.ts';
import { replayCode } from '../../server/src/features/documents/read-code.service.ts';
import type { Cluster } from '../support/cluster.ts';
import { startInterview, storedTexts, type RunningInterview } from '../support/interview.ts';
import { FAULTS, injectFault, type Fault } from './faults.ts';
import { Proxy } from '../support/proxy.ts';
import { Random } from '../../testkit/random.ts';
import { measureWaitingTimes, type TypistMoments, type WaitingTimes } from './waiting-times.ts';
import { ProductTypist, FullTextTypist, SECOND_TEXT, type Typist } from '../support/typists.ts';
import { WatchedRun } from './watched-run.ts';

/** Typing time during faults, in milliseconds. */
const TYPING_MS = 9_000;
/** Typing time after the last fault, to measure the recovery, in milliseconds. */
const TYPING_AFTER_FAULTS_MS = 2_000;
/** Time for all clients to converge after typing has stopped, in milliseconds. */
const CONVERGENCE_TIMEOUT_MS = 25_000;

/** Result of a schedule. Every count except `typed` and `acknowledged` must be zero. */
export interface ScheduleOutcome {
  seed: number;
  faults: Fault[];
  typed: number;
  acknowledged: number;
  lost: number;
  duplicated: number;
  diverged: number;
  /** Clients whose run lacks output, has it out of order or differs from that of others. */
  runsDiffering: number;
  /** Unexpected exits of nodes. */
  exits: number;
  /** Descriptions of the clients that differ from the log, and of the marks that it has several times. */
  differences: string[];
  /** From the end of typing until all clients were connected, idle and equal, in milliseconds. */
  settledAfterMs: number;
  waits: WaitingTimes;
}

interface Client {
  proxy: Proxy;
  typist: Typist;
}

/** Runs one random schedule in an interview of its own. */
export async function runSchedule(
  cluster: Cluster,
  seed: number,
  { only, durationMs }: { only?: Fault | undefined; durationMs?: number | undefined } = {},
): Promise<ScheduleOutcome> {
  const random = new Random(seed);
  const exitsBefore = countExits(cluster);
  const interview = await startInterview(cluster);
  const ports = () => cluster.nodes.filter((node) => node.isRunning).map((node) => node.port);
  const openProxy = () => Proxy.open(ports);
  const [first, second, third, fourth] = [await openProxy(), await openProxy(), await openProxy(), await openProxy()];
  const [ada, bob, cleo] = interview.candidates;
  const clients: Client[] = [
    { proxy: first, typist: new ProductTypist(first, interview.interviewer) },
    { proxy: second, typist: new ProductTypist(second, ada) },
    { proxy: third, typist: new ProductTypist(third, bob) },
    { proxy: fourth, typist: await FullTextTypist.join(fourth, cleo, interview.code) },
  ];
  const proxies = clients.map(({ proxy }) => proxy);
  const typists = clients.map(({ typist }) => typist);
  const members = [interview.interviewer, ada, bob];
  const products = typists.filter((typist) => typist instanceof ProductTypist);
  const run = new WatchedRun(zip(products, members));
  await createSecondFile(products);
  const removed: Typist[] = [];
  const removeTypist = (typist: Typist) => {
    run.leave(typist);
    typists.splice(typists.indexOf(typist), 1);
    removed.push(typist);
    typist.leave();
  };
  const faults = only ? [only] : Array.from({ length: 1 + random.below(3) }, () => random.pick(FAULTS));
  const typing = startTyping(typists, random);
  // Another generator, so that the faults of a seed stay the same.
  const starting = sleep(new Random(seed).below(TYPING_MS / 2)).then(() => run.start(typists));
  const startedAt = Date.now();
  let faultsEndedAt = startedAt;
  const injections = faults.map(async (fault) => {
    await sleep(random.below(TYPING_MS / 2));
    await injectFault(fault, { cluster, random, typists, proxies, removeTypist, ...(durationMs && { durationMs }) });
    faultsEndedAt = Date.now();
  });
  await Promise.all([starting, Promise.all(injections).then(() => sleep(TYPING_AFTER_FAULTS_MS)), sleep(TYPING_MS)]);
  typing.stop();
  const stoppedAt = Date.now();
  await waitForConvergence(cluster, interview, typists, run);
  const settledAfterMs = Date.now() - stoppedAt;
  const exits = countExits(cluster) - exitsBefore;
  const counts = await compareWithLog(cluster, interview, [...typists, ...removed], typists);
  const runDifferences = run.differences();
  counts.differences.push(...runDifferences);
  run.close();
  const waits = measureWaitingTimes(momentsOf(clients, typists), startedAt, faultsEndedAt);
  for (const typist of [...typists, ...removed]) typist.leave();
  for (const proxy of proxies) proxy.close();
  return { seed, faults, ...counts, runsDiffering: runDifferences.length, exits, settledAfterMs, waits };
}

/** Creates the second file, into which clients with the product's code type from then on. */
async function createSecondFile(products: ProductTypist[]): Promise<void> {
  const file = { id: randomUUID(), name: 'second.sql' };
  const isCreated = async ({ connection }: ProductTypist) => {
    const ack = await connection.request('file:create', file);
    return ack.ok && ack.root === SECOND_TEXT;
  };
  const [first] = products;
  for (const deadline = Date.now() + CONVERGENCE_TIMEOUT_MS; first && !(await isCreated(first)); await sleep(50))
    if (Date.now() > deadline) throw new Error('The second file was not created.');
  for (const product of products) product.useSecondFile();
}

const zip = <A, B>(left: A[], right: B[]): [A, B][] =>
  left.flatMap((each, index): [A, B][] => {
    const other = right[index];
    return other === undefined ? [] : [[each, other]];
  });

const countExits = ({ nodes }: Cluster) => nodes.reduce((sum, node) => sum + node.exits, 0);

// A full-text client chooses its own reconnect times, so only clients with the product's code are measured.
function momentsOf(clients: Client[], present: Typist[]): TypistMoments[] {
  return clients.flatMap(({ proxy: { blackHoleSince }, typist }) => {
    if (!(typist instanceof ProductTypist) || !present.includes(typist)) return [];
    const { savedAt, warnedAt, connectedAt } = typist;
    return [{ savedAt, warnedAt, connectedAt, blackHoleAt: blackHoleSince }];
  });
}

// Each mark is one character that occurs nowhere else, so that it can be counted in any text.
function startTyping(typists: Typist[], random: Random): { stop(): void } {
  let next = 0x3400;
  const timer = setInterval(() => {
    for (const typist of typists)
      if (random.next() < 0.6) typist.type(String.fromCharCode(next++), random.below(10_000));
  }, 100);
  return { stop: () => clearInterval(timer) };
}

async function waitForConvergence(
  cluster: Cluster,
  interview: RunningInterview,
  typists: Typist[],
  run: WatchedRun,
): Promise<void> {
  const deadline = Date.now() + CONVERGENCE_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (typists.every((typist) => typist.isSettled) && run.differences().length === 0) {
      const stored = await storedTexts(cluster, interview).catch(() => []);
      if (typists.every((typist) => seesAll(typist, stored))) return;
    }
    await sleep(50);
  }
}

async function compareWithLog(
  cluster: Cluster,
  interview: RunningInterview,
  all: Typist[],
  present: Typist[],
): Promise<Pick<ScheduleOutcome, 'typed' | 'acknowledged' | 'lost' | 'duplicated' | 'diverged' | 'differences'>> {
  const replay = await replayLog(cluster, interview);
  const occurrences = (mark: string) => replay.join('').split(mark).length - 1;
  const acknowledged = all.flatMap((typist) => [...typist.acknowledged]);
  const typed = all.flatMap((typist) => [...typist.typed]);
  const repeated = all.flatMap((typist) =>
    [...typist.typed].filter((mark) => occurrences(mark) > 1).map((mark) => describeRepetition(typist, mark)),
  );
  const differences = present
    .filter((typist) => !seesAll(typist, replay))
    .map((typist) => describeDifference(typist, replay));
  if ((await storedTexts(cluster, interview)).join('\0') !== replay.join('\0')) differences.push('the stored texts');
  return {
    typed: typed.length,
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((mark) => occurrences(mark) === 0).length,
    duplicated: repeated.length,
    diverged: differences.length,
    differences: [...differences, ...repeated],
  };
}

function describeRepetition(typist: Typist, mark: string): string {
  return `${typist.constructor.name} typed "${mark}" once (${typist.acknowledged.has(mark) ? '' : 'not '}acknowledged)`;
}

/** Returns true if each file that a client sees has this text. */
const seesAll = ({ texts }: Typist, stored: readonly string[]) => texts.every((text, file) => text === stored[file]);

function describeDifference(typist: Typist, log: readonly string[]): string {
  const { texts, isConnected, isSettled } = typist;
  const [text, replay] = [texts.join(''), log.slice(0, texts.length).join('')];
  const without = (some: string, others: string) => [...some].filter((mark) => !others.includes(mark)).join('');
  const state = `${isConnected ? 'connected' : 'disconnected'}, ${isSettled ? 'settled' : 'busy'}`;
  const marks = `misses "${without(replay, text)}", has extra "${without(text, replay)}"`;
  return `${typist.constructor.name} (${state}) ${marks}${typist.isSettled ? '' : `, state ${typist.state}`}`;
}

// Replays the log straight from the database, without any node.
async function replayLog(cluster: Cluster, interview: RunningInterview): Promise<string[]> {
  const { db, close } = openDatabase({ databaseUrl: cluster.postgres.url, dataDir: '' }, console);
  try {
    const { code_content: code, files } = await replayCode({ db }, interview.id);
    return files?.map(({ content }) => content) ?? [code];
  } finally {
    await close();
  }
}
