import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as Y from 'yjs';
import { OwnClient } from '../../server/src/testing/sockets/own-client.ts';
import { PlainClient } from '../../server/src/testing/sockets/plain-client.ts';
import { until } from '../../server/src/testing/until.ts';
import { startCluster, type Cluster } from '../support/cluster.ts';
import { startInterview, storedCode, type RunningInterview } from '../support/interview.ts';

const EVENTS = 2_000;
const FRAMES = 100;
/** Edits sent together, two packets each. A client may send 80 events a second; 2,000 packets end its connection. */
const FLOOD = 900;
const DEPTH = 10_000;
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
/** Highest allowed ratio of a hostile event's CPU cost to an honest one's. */
const RATIO_MAX = 2;

// Sent as text, because the client's encoder would overflow its stack.
const NESTED = `2/code-sharing,["custom:event",${'{"data":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}]`;

/** Cost of one kind of client: CPU time of the node per event, in milliseconds. */
interface Cost {
  kind: string;
  perEventMs: number;
  honestMs: number;
}

/** Costs of the clients of one node, and the state of the room afterwards. */
interface Outcome {
  costs: Cost[];
  isUntouched: boolean;
  isConverged: boolean;
}

/**
 * Sends the events of each kind of hostile client to a node and compares their CPU cost with honest events of the same
 * size in the same run. Returns true if no kind costs more than twice as much, the room's text is unchanged and every
 * replica has the stored text.
 */
export async function measureHostileClients(): Promise<boolean> {
  const kinds = await runKinds();
  const flood = await runFlood(kinds.honestMs);
  const costs = [...kinds.costs, ...flood.costs];
  for (const { kind, perEventMs, honestMs } of costs)
    console.warn(`${kind}: ${perEventMs.toFixed(3)} ms of CPU, ${(perEventMs / honestMs).toFixed(2)} × an honest one`);
  const most = Math.max(...costs.map(({ perEventMs, honestMs }) => perEventMs / honestMs));
  const isUntouched = kinds.isUntouched && flood.isUntouched;
  const isConverged = kinds.isConverged && flood.isConverged;
  console.warn(
    `${costs.length} kinds of hostile clients cost at most ${most.toFixed(2)} × an honest one (${RATIO_MAX} allowed); ` +
      `the room's text is ${isUntouched ? 'untouched' : 'CHANGED'}, its replicas ${isConverged ? 'agree' : 'DIFFER'}`,
  );
  return isUntouched && isConverged && most <= RATIO_MAX;
}

// Rate limits are off, because they would refuse most events before the measured code.
async function runKinds(): Promise<Outcome & { honestMs: number }> {
  const cluster = await startCluster(1);
  try {
    const interview = await startInterview(cluster);
    const url = cluster.nodes[0]?.url ?? '';
    const [honest, hostile, watcher] = [
      await OwnClient.join(url, interview.interviewer),
      await OwnClient.join(url, interview.candidates[0]),
      await OwnClient.join(url, interview.candidates[2]),
    ];
    const plain = await PlainClient.join(url, interview.candidates[1], { acknowledges: false });
    const edits = await typedEdits(honest);
    const honestMs = await cost(cluster, EVENTS, (n) => honest.update(edits[n] ?? edits[0], randomUUID()));
    // The edits were made on a copy of the client's document: Yjs changes the id of a document that gets edits under
    // it.
    const { clientID } = honest.doc;
    for (const edit of edits) Y.applyUpdate(honest.doc, edit, 'wire');
    honest.doc.clientID = clientID;
    const before = await storedCode(cluster, interview);
    const textMs = await cost(cluster, FRAMES, (n) => plain.type(`${before}\n${'x'.repeat(DEPTH * 8)}${n % 2}`));
    await plain.type(before);
    const costs: Cost[] = [
      {
        kind: 'edits under the client id of another participant',
        honestMs,
        perEventMs: await cost(cluster, EVENTS, () => hostile.update(forged(honest.doc))),
      },
      {
        kind: 'edits without the update they depend on',
        honestMs,
        perEventMs: await costOfWithheld(cluster, hostile),
      },
      {
        kind: 'events with an unknown name',
        honestMs,
        perEventMs: await cost(cluster, EVENTS, () => hostile.wire.custom('dropTables', {})),
      },
      {
        kind: `frames ${DEPTH} deep, against a full text of their size`,
        honestMs: textMs,
        perEventMs: await cost(cluster, FRAMES, () => hostile.wire.raw(NESTED)),
      },
    ];
    const isUntouched = (await storedCode(cluster, interview)) === before;
    const isConverged = await agree(cluster, interview, [honest, hostile, watcher]);
    for (const client of [honest, hostile, watcher, plain]) client.close();
    return { costs, isUntouched, isConverged, honestMs };
  } finally {
    await cluster.stop();
  }
}

// Rate limits are on, as in production; edits are sent without waiting for replies.
async function runFlood(honestMs: number): Promise<Outcome> {
  const cluster = await startCluster(1, { RATE_LIMITS: 'on' });
  try {
    const interview = await startInterview(cluster);
    const url = cluster.nodes[0]?.url ?? '';
    const [watcher, hostile] = [
      await OwnClient.join(url, interview.interviewer),
      await OwnClient.join(url, interview.candidates[0]),
    ];
    const edits = await typedEdits(hostile, FLOOD);
    const accepted = new Set<number>();
    const send = async (n: number) => {
      if ((await hostile.update(edits[n] ?? edits[0]))['ok'] === true) accepted.add(n);
    };
    const perEventMs = await cost(cluster, FLOOD, send, FLOOD);
    if (accepted.size > FLOOD / 3) throw new Error(`${accepted.size} of ${FLOOD} edits were accepted: not a flood.`);
    const typed = 'x'.repeat(accepted.size);
    const isUntouched = (await storedCode(cluster, interview)) === typed + interview.code;
    const isConverged = await agree(cluster, interview, [watcher]);
    for (const client of [watcher, hostile]) client.close();
    const kind = `${FLOOD} edits at once, of which ${accepted.size} are accepted`;
    return { costs: [{ kind, perEventMs, honestMs }], isUntouched, isConverged };
  } finally {
    await cluster.stop();
  }
}

/** Resolves to true when all clients show the stored text in time. */
async function agree(cluster: Cluster, interview: RunningInterview, clients: OwnClient[]): Promise<boolean> {
  const stored = await storedCode(cluster, interview);
  const same = until('the same text', () => clients.every(({ text }) => text === stored));
  return same.then(
    () => true,
    () => false,
  );
}

async function typedEdits({ doc }: OwnClient, count = EVENTS): Promise<[Uint8Array, ...Uint8Array[]]> {
  const copy = copyOf(doc);
  const updates: Uint8Array[] = [];
  copy.on('update', (update: Uint8Array) => updates.push(update));
  for (let n = 0; n < count; n++) copy.getText(SHARED_TEXT).insert(n, 'x');
  const [first, ...others] = updates;
  if (!first) throw new Error('Typing makes updates.');
  return [first, ...others];
}

// An edit with the client id and clock of the honest writer, sent by another participant.
function forged(doc: Y.Doc): Uint8Array {
  const copy = copyOf(doc);
  const before = Y.encodeStateVector(copy);
  copy.getText(SHARED_TEXT).insert(0, 'forged');
  return Y.encodeStateAsUpdate(copy, before);
}

/** Returns a document with the same content and client id, whose edits are not sent. */
function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  copy.clientID = doc.clientID;
  return copy;
}

async function costOfWithheld(cluster: Cluster, hostile: OwnClient): Promise<number> {
  const [, ...rest] = await typedEdits(hostile);
  return cost(cluster, rest.length, (n) => hostile.update(rest[n] ?? new Uint8Array()));
}

/** Returns the node's CPU time per event, in milliseconds, for `count` events sent in groups of `together`. */
async function cost(
  cluster: Cluster,
  count: number,
  send: (n: number) => Promise<unknown>,
  together = 20,
): Promise<number> {
  const before = cpuMs(cluster);
  for (let n = 0; n < count; n += together)
    await Promise.all(Array.from({ length: Math.min(together, count - n) }, (_, index) => send(n + index)));
  return (cpuMs(cluster) - before) / count;
}

/** Returns the CPU time of the first node, in milliseconds. */
export function cpuMs({ nodes: [node] }: Pick<Cluster, 'nodes'>): number {
  const fields = readFileSync(`/proc/${node?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
