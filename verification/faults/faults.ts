import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../support/cluster.ts';
import type { Random } from '../support/random.ts';
import type { Proxy } from '../support/proxy.ts';
import type { Typist } from '../support/typists.ts';

/** What can be done to a running interview. Each heals what it broke before it settles. */
export const MISFORTUNES = [
  'kill a node',
  'kill a node and an author',
  'stop Redis',
  'hang Redis',
  'restart Postgres',
  'black hole',
  'drain a node',
] as const;
export type Misfortune = (typeof MISFORTUNES)[number];

interface Scene {
  cluster: Cluster;
  random: Random;
  typists: Typist[];
  proxies: Proxy[];
  /** How long an outage lasts, in milliseconds; a few seconds by chance when absent. */
  forMs?: number;
  /** Takes a typist out for good: the browser is gone with what it had. */
  lose(typist: Typist): void;
}

/** Lets one misfortune happen; settles when it is over. */
export async function strike(misfortune: Misfortune, scene: Scene): Promise<void> {
  const { cluster, random } = scene;
  const node = random.pick(nonEmpty(cluster.nodes));
  const forMs = scene.forMs ?? 500 + random.below(3_500);
  switch (misfortune) {
    case 'kill a node':
      await node.kill();
      await sleep(forMs);
      return startAgain(node);
    case 'kill a node and an author': {
      const author = scene.typists.length > 2 ? random.pick(nonEmpty(scene.typists)) : undefined;
      const killed = node.kill();
      if (author) scene.lose(author);
      await killed;
      await sleep(forMs);
      return startAgain(node);
    }
    case 'stop Redis':
      await cluster.redis.kill();
      await sleep(forMs);
      return cluster.redis.restart();
    case 'hang Redis':
      cluster.redis.pause();
      await sleep(forMs);
      return cluster.redis.resume();
    case 'restart Postgres':
      await cluster.postgres.kill();
      await sleep(forMs);
      return cluster.postgres.restart();
    case 'black hole': {
      const victim = random.pick(nonEmpty(scene.proxies));
      victim.isBlackHole = true;
      await sleep(scene.forMs ?? 2_000 + forMs * 2);
      victim.isBlackHole = false;
      return;
    }
    case 'drain a node':
      await node.drain();
      await sleep(forMs);
      return startAgain(node);
  }
}

// Another misfortune may have hit the same node in between.
async function startAgain(node: Cluster['nodes'][number]): Promise<void> {
  if (!node.isRunning) await node.start();
}

function nonEmpty<T>(items: T[]): [T, ...T[]] {
  const [first, ...rest] = items;
  if (first === undefined) throw new Error('There is nothing to choose from.');
  return [first, ...rest];
}
