import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../support/cluster.ts';
import type { Random } from '../../testkit/random.ts';
import type { Proxy } from '../support/proxy.ts';
import type { Typist } from '../support/typists.ts';

/** Faults that can be injected into a running interview. Each repairs its own damage before it resolves. */
export const FAULTS = [
  'kill a node',
  'kill a node and an author',
  'stop Redis',
  'hang Redis',
  'restart Postgres',
  'black hole',
  'drain a node',
] as const;
export type Fault = (typeof FAULTS)[number];

interface FaultContext {
  cluster: Cluster;
  random: Random;
  typists: Typist[];
  proxies: Proxy[];
  /** Duration of an outage in milliseconds; random, up to four seconds, if absent. */
  durationMs?: number;
  /** Removes a typist for good, with everything that only its browser had. */
  removeTypist(typist: Typist): void;
}

/** Injects one fault. Resolves when it is repaired. */
export async function injectFault(fault: Fault, context: FaultContext): Promise<void> {
  const { cluster, random } = context;
  const node = random.pick(nonEmpty(cluster.nodes));
  const durationMs = context.durationMs ?? 500 + random.below(3_500);
  switch (fault) {
    case 'kill a node':
      await node.kill();
      await sleep(durationMs);
      return restart(node);
    case 'kill a node and an author': {
      const author = context.typists.length > 2 ? random.pick(nonEmpty(context.typists)) : undefined;
      const killed = node.kill();
      if (author) context.removeTypist(author);
      await killed;
      await sleep(durationMs);
      return restart(node);
    }
    case 'stop Redis':
      await cluster.redis.kill();
      await sleep(durationMs);
      return cluster.redis.restart();
    case 'hang Redis':
      cluster.redis.pause();
      await sleep(durationMs);
      return cluster.redis.resume();
    case 'restart Postgres':
      await cluster.postgres.kill();
      await sleep(durationMs);
      return cluster.postgres.restart();
    case 'black hole': {
      const victim = random.pick(nonEmpty(context.proxies));
      victim.isBlackHole = true;
      await sleep(context.durationMs ?? 2_000 + durationMs * 2);
      victim.isBlackHole = false;
      return;
    }
    case 'drain a node':
      await node.drain();
      await sleep(durationMs);
      return restart(node);
  }
}

// A concurrent fault may have restarted the same node.
async function restart(node: Cluster['nodes'][number]): Promise<void> {
  if (!node.isRunning) await node.start();
}

function nonEmpty<T>(items: T[]): [T, ...T[]] {
  const [first, ...rest] = items;
  if (first === undefined) throw new Error('Cannot choose from an empty list.');
  return [first, ...rest];
}
