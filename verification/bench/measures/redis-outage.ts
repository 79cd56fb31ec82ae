import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../../../server/src/testing/services/redis.ts';
import type { Pace, TypingOutcome } from '../load/commands.ts';
import { LoadGenerator } from '../load/load-generator.ts';
import { OWN } from '../servers/contenders.ts';
import type { TestBed } from '../servers/test-bed.ts';

/** Figures of two nodes during a Redis outage; the clients of each room are on different nodes. */
export interface RedisOutage {
  rooms: number;
  seconds: number;
  before: TypingOutcome;
  during: TypingOutcome;
  after: TypingOutcome;
  /** Unexpected exits of nodes. */
  exits: number;
}

/** Types across two nodes before, during and after a Redis outage. */
export async function measureRedisOutage(
  testBed: TestBed,
  rooms: number,
  pace: Pace,
  outageSeconds: number,
): Promise<RedisOutage> {
  const participants = await testBed.participants(OWN, rooms);
  const redis = await startRedis();
  const start = () => testBed.start(OWN, { core: null, env: { REDIS_URL: redis.url } });
  const writersNode = await start();
  const readersNode = await start();
  const load = new LoadGenerator();
  const type = (seconds: number) => load.type({ ...pace, seconds }, () => {});
  try {
    const nodeOf = { writer: writersNode, reader: readersNode };
    await load.connect(
      'own',
      participants.map((participant) => ({ ...participant, url: nodeOf[participant.role].url })),
    );
    const before = await type(pace.seconds);
    await redis.kill();
    const during = await type(outageSeconds);
    await redis.restart();
    await sleep(1_000);
    const after = await type(pace.seconds);
    const exits = [writersNode, readersNode].filter(({ isRunning }) => !isRunning).length;
    return { rooms, seconds: outageSeconds, before, during, after, exits };
  } finally {
    await load.stop();
    await Promise.all([writersNode.stop(), readersNode.stop(), redis.stop()]);
  }
}
