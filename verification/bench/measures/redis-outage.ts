import { setTimeout as sleep } from 'node:timers/promises';
import { startRedis } from '../../../server/src/testing/services/redis.ts';
import type { Pace, TypingOutcome } from '../load/commands.ts';
import { LoadGenerator } from '../load/load-generator.ts';
import { OWN } from '../servers/contenders.ts';
import type { Stage } from '../servers/stage.ts';

/** What two nodes do while their Redis is away: people of one room sit at different nodes. */
export interface RedisOutage {
  rooms: number;
  seconds: number;
  before: TypingOutcome;
  during: TypingOutcome;
  after: TypingOutcome;
  /** Nodes that ended by themselves. */
  exits: number;
}

/** Lets people type across two nodes, takes Redis away for a time, and brings it back. */
export async function measureRedisOutage(
  stage: Stage,
  rooms: number,
  pace: Pace,
  outageSeconds: number,
): Promise<RedisOutage> {
  const places = await stage.places(OWN, rooms);
  const redis = await startRedis();
  const start = () => stage.start(OWN, { core: null, env: { REDIS_URL: redis.url } });
  const writersNode = await start();
  const readersNode = await start();
  const load = new LoadGenerator();
  const type = (seconds: number) => load.type({ ...pace, seconds }, () => {});
  try {
    const nodeOf = { writer: writersNode, reader: readersNode };
    await load.connect(
      'own',
      places.map((place) => ({ ...place, url: nodeOf[place.role].url })),
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
