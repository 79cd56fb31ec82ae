import { setTimeout as sleep } from 'node:timers/promises';
import { LoadGenerator } from '../load/load-generator.ts';
import { residentKb } from '../machine/proc.ts';
import type { Contender } from '../servers/contenders.ts';
import type { Stage } from '../servers/stage.ts';

/** The first connections also pay for what every server sets up once. */
const FIRST_SHARE = 0.1;
const SETTLE_MS = 1_000;

/** Memory an idle connection keeps in RAM, in KB: two in each room, nobody types, garbage collected. */
export async function measureMemory(stage: Stage, contender: Contender, rooms: number): Promise<number> {
  const places = await stage.places(contender, rooms);
  const server = await stage.start(contender, { isCollectable: true });
  const load = new LoadGenerator();
  try {
    const seats = places.map((place) => ({ ...place, url: server.url }));
    const first = 2 * Math.ceil(rooms * FIRST_SHARE);
    const residentWith = async (more: typeof seats) => {
      await load.connect(contender.name, more);
      await sleep(SETTLE_MS);
      await server.collectGarbage();
      return residentKb(server.pid);
    };
    const few = await residentWith(seats.slice(0, first));
    const all = await residentWith(seats.slice(first));
    return (all - few) / (seats.length - first);
  } finally {
    await Promise.all([load.stop(), server.stop()]);
  }
}
