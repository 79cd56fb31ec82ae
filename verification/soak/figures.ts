import { setTimeout as sleep } from 'node:timers/promises';
import { connectRedis } from '../../server/src/platform/redis/redis.ts';
import { countConnections } from '../../server/src/testing/services/count-connections.ts';
import type { Cluster, NodeProcess } from '../support/cluster.ts';

/** Resources of the nodes and their services at one moment, summed over the nodes. */
export interface Figures {
  /** Heap after a garbage collection, in bytes. */
  heap: number;
  rss: number;
  sockets: number;
  documents: number;
  occupiedRooms: number;
  waitingEdits: number;
  timers: number;
  /** Other active handles of the process: connections, servers, pipes. */
  handles: number;
  redisKeys: number;
  databaseConnections: number;
}

const PROBE_TIMEOUT_MS = 10_000;

/** Reads all figures of a cluster. */
export async function readFigures({ nodes, redis, postgres }: Cluster): Promise<Figures> {
  const probes = await Promise.all(nodes.map(probe));
  const gauges = await Promise.all(nodes.map(({ url }) => readGauges(url)));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const gauge = (name: string) => sum(gauges.map((values) => values.get(name) ?? 0));
  return {
    heap: sum(probes.map(({ heapUsed }) => heapUsed)),
    rss: sum(probes.map(({ rss }) => rss)),
    sockets: gauge('room_sockets'),
    documents: gauge('documents_open'),
    occupiedRooms: gauge('rooms_occupied'),
    waitingEdits: gauge('update_log_waiting'),
    timers: sum(probes.map(({ handles }) => handles['Timeout'] ?? 0)),
    handles: sum(probes.map(({ handles }) => countLasting(handles))),
    redisKeys: await countKeys(redis.url),
    databaseConnections: await countConnections(postgres.url),
  };
}

interface Probe {
  rss: number;
  heapUsed: number;
  handles: Record<string, number>;
}

async function probe(node: NodeProcess): Promise<Probe> {
  const { pid } = node;
  if (pid === undefined) throw new Error('The node has exited.');
  const before = node.log.split('PROBE ').length;
  process.kill(pid, 'SIGUSR2');
  const deadline = Date.now() + PROBE_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const lines = node.log.split('PROBE ');
    const text = lines.at(-1)?.split('\n');
    if (lines.length > before && text && text.length > 1) return JSON.parse(text[0] ?? '') as Probe;
    await sleep(20);
  }
  throw new Error('The node did not write its figures.');
}

// Timers, file and DNS requests come and go with the current work, so only lasting handles count.
function countLasting(handles: Record<string, number>): number {
  const lasting = Object.entries(handles).filter(([kind]) => !/^(Timeout|Immediate|FSReq|GetAddrInfo)/.test(kind));
  return lasting.reduce((total, [, count]) => total + count, 0);
}

async function readGauges(url: string): Promise<Map<string, number>> {
  const response = await fetch(`${url}/metrics`, { headers: { connection: 'close' } });
  const lines = (await response.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(lines.map((line): [string, number] => [line.split(' ')[0] ?? '', Number(line.split(' ')[1])]));
}

async function countKeys(url: string): Promise<number> {
  const { subscriber, close } = connectRedis(url, console);
  try {
    return await subscriber.dbsize();
  } finally {
    close();
  }
}
