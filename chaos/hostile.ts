import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SHARED_TEXT } from '@cip/contracts/documents';
import * as Y from 'yjs';
import { OwnClient } from '../server/src/testing/own-client.ts';
import { PlainClient } from '../server/src/testing/plain-client.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { startInterview, storedCode } from './interview.ts';

const EVENTS = 2_000;
const FRAMES = 100;
const DEPTH = 10_000;
/** Linux counts a process's time in hundredths of a second. */
const TICK_MS = 10;
/** Hostile events may cost this many times an honest one. */
const RATIO_MAX = 2;

// As text: the client's own encoder would overflow its stack.
const NESTED = `2/code-sharing,["custom:event",${'{"data":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}]`;

/** What one kind of client cost, in milliseconds of the node's CPU for each event. */
interface Cost {
  kind: string;
  perEventMs: number;
  honestMs: number;
}

/**
 * Lets hostile clients at a node, one kind after the other, and compares what their events cost with honest ones of the
 * same size in the same run. True when none costs more than twice as much and the room's text is what it was.
 */
export async function runHostile(): Promise<boolean> {
  const cluster = await startCluster(1);
  try {
    const interview = await startInterview(cluster);
    const url = cluster.nodes[0]?.url ?? '';
    const [honest, hostile] = [
      await OwnClient.join(url, interview.interviewer),
      await OwnClient.join(url, interview.candidates[0]),
    ];
    const plain = await PlainClient.join(url, interview.candidates[1], { acknowledges: false });
    const edits = await typedEdits(honest);
    const honestMs = await cost(cluster, EVENTS, (n) => honest.update(edits[n] ?? edits[0], randomUUID()));
    const before = await storedCode(cluster, interview);
    const textMs = await cost(cluster, FRAMES, (n) => plain.type(`${before}\n${'x'.repeat(DEPTH * 8)}${n % 2}`));
    await plain.type(before);
    const costs: Cost[] = [
      {
        kind: 'edits under the id of another',
        honestMs,
        perEventMs: await cost(cluster, EVENTS, () => hostile.update(forged(honest.doc))),
      },
      {
        kind: 'edits whose beginning is withheld',
        honestMs,
        perEventMs: await costOfWithheld(cluster, hostile),
      },
      {
        kind: 'events of no known name',
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
    for (const { kind, perEventMs, honestMs: honestCost } of costs)
      console.warn(
        `${kind}: ${perEventMs.toFixed(3)} ms of CPU, ${(perEventMs / honestCost).toFixed(2)} × an honest one`,
      );
    const most = Math.max(...costs.map(({ perEventMs, honestMs: honestCost }) => perEventMs / honestCost));
    console.warn(
      `${costs.length} kinds of hostile clients cost at most ${most.toFixed(2)} × an honest one (${RATIO_MAX} allowed); ` +
        `the room's text is ${isUntouched ? 'untouched' : 'CHANGED'}`,
    );
    for (const client of [honest, hostile, plain]) client.close();
    return isUntouched && most <= RATIO_MAX;
  } finally {
    await cluster.stop();
  }
}

async function typedEdits({ doc }: OwnClient): Promise<[Uint8Array, ...Uint8Array[]]> {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  const updates: Uint8Array[] = [];
  copy.on('update', (update: Uint8Array) => updates.push(update));
  for (let n = 0; n < EVENTS; n++) copy.getText(SHARED_TEXT).insert(n, 'x');
  const [first, ...others] = updates;
  if (!first) throw new Error('Typing makes updates.');
  return [first, ...others];
}

// What the honest writer would write next, sent by somebody else.
function forged(doc: Y.Doc): Uint8Array {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  const [writer] = [...Y.decodeStateVector(Y.encodeStateVector(doc)).keys()].filter((client) => client !== 1);
  copy.clientID = writer ?? 1;
  const before = Y.encodeStateVector(copy);
  copy.getText(SHARED_TEXT).insert(0, 'forged');
  return Y.encodeStateAsUpdate(copy, before);
}

async function costOfWithheld(cluster: Cluster, hostile: OwnClient): Promise<number> {
  const [, ...rest] = await typedEdits(hostile);
  return cost(cluster, rest.length, (n) => hostile.update(rest[n] ?? new Uint8Array()));
}

/** The node's CPU for each of so many events, sent in small groups, in milliseconds. */
async function cost(cluster: Cluster, count: number, send: (n: number) => Promise<unknown>): Promise<number> {
  const before = cpuMs(cluster);
  for (let n = 0; n < count; n += 20)
    await Promise.all(Array.from({ length: Math.min(20, count - n) }, (_, index) => send(n + index)));
  return (cpuMs(cluster) - before) / count;
}

function cpuMs({ nodes: [node] }: Cluster): number {
  const fields = readFileSync(`/proc/${node?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
