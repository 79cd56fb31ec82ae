import { Redis } from 'ioredis';
import { startRedis } from '../../../server/src/testing/services/redis.ts';
import type { Pace, TypingOutcome } from '../load/commands.ts';
import { LoadGenerator } from '../load/load-generator.ts';
import { watchDisturbance, type Disturbance } from '../machine/disturbance.ts';
import { cpuOf } from '../machine/proc.ts';
import { OWN } from '../servers/contenders.ts';
import type { ServerProcess } from '../servers/server-process.ts';
import type { TestBed } from '../servers/test-bed.ts';

/** Figures of a number of nodes with one Postgres and one Redis. */
export interface NodesFigures extends TypingOutcome {
  nodes: number;
  /** Rooms of all nodes. */
  rooms: number;
  /** Processor time of all nodes per edit, in microseconds. */
  cpuPerEditUs: number;
  /** Messages that nodes publish per edit. */
  publishedPerEdit: number;
  /** Bytes that Redis sends to nodes per edit. */
  redisBytesPerEdit: number;
  disturbance: Disturbance;
}

/** Types in rooms that are spread over the nodes; the two people of a room are on neighbouring nodes. */
export async function measureNodes(
  testBed: TestBed,
  { nodes, roomsPerNode, pace }: { nodes: number; roomsPerNode: number; pace: Pace },
): Promise<NodesFigures> {
  const rooms = nodes * roomsPerNode;
  const participants = await testBed.participants(OWN, rooms);
  const redis = await startRedis();
  const monitor = new Redis(redis.url.replace('unix://', ''));
  const servers: ServerProcess[] = [];
  const load = new LoadGenerator();
  try {
    for (let count = 0; count < nodes; count++)
      servers.push(await testBed.start(OWN, { core: null, env: { REDIS_URL: redis.url } }));
    await load.connect(
      'own',
      participants.map((participant, index) => {
        // Two participants a room: the reader is one node further than the writer.
        const server = servers[(Math.floor(index / 2) + (index % 2)) % nodes];
        return { ...participant, url: server?.url ?? '' };
      }),
    );
    const totals = { cpu: 0, published: 0, bytes: 0 };
    const reads: Promise<void>[] = [];
    let seen = watchDisturbance();
    let disturbance: Disturbance | undefined;
    const outcome = await load.type(pace, (isOn) => {
      const sign = isOn ? -1 : 1;
      totals.cpu += sign * servers.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
      reads.push(
        readTraffic(monitor).then(({ published, bytes }) => {
          totals.published += sign * published;
          totals.bytes += sign * bytes;
        }),
      );
      if (isOn) seen = watchDisturbance();
      else disturbance = seen();
    });
    await Promise.all(reads);
    if (!disturbance) throw new Error('The load generator reported no measurement.');
    return {
      ...outcome,
      nodes,
      rooms,
      cpuPerEditUs: (totals.cpu * 1_000) / outcome.edits,
      publishedPerEdit: totals.published / outcome.edits,
      redisBytesPerEdit: totals.bytes / outcome.edits,
      disturbance,
    };
  } finally {
    monitor.disconnect();
    await load.stop();
    await Promise.all([...servers.map((server) => server.stop()), redis.stop()]);
  }
}

async function readTraffic(redis: Redis): Promise<{ published: number; bytes: number }> {
  const info = await redis.info('everything');
  const figure = (pattern: RegExp) => Number(pattern.exec(info)?.[1] ?? 0);
  return { published: figure(/^cmdstat_publish:calls=(\d+)/m), bytes: figure(/^total_net_output_bytes:(\d+)/m) };
}
