import { setTimeout as sleep } from 'node:timers/promises';
import { LoadGenerator } from '../load/load-generator.ts';
import { residentKb } from '../machine/proc.ts';
import type { Contender } from '../servers/contenders.ts';
import type { TestBed } from '../servers/test-bed.ts';

/** Share of the connections that is not measured, because the first ones include one-time set-up. */
const FIRST_SHARE = 0.1;
const SETTLE_MS = 1_000;

/** Measures the resident memory of an idle connection, in KB: two per room, no typing, after a garbage collection. */
export async function measureMemory(testBed: TestBed, contender: Contender, rooms: number): Promise<number> {
  const participants = await testBed.participants(contender, rooms);
  const server = await testBed.start(contender, { isCollectable: true });
  const load = new LoadGenerator();
  try {
    const targets = participants.map((participant) => ({ ...participant, url: server.url }));
    const first = 2 * Math.ceil(rooms * FIRST_SHARE);
    const residentWith = async (more: typeof targets) => {
      await load.connect(contender.name, more);
      await sleep(SETTLE_MS);
      await server.collectGarbage();
      return residentKb(server.pid);
    };
    const few = await residentWith(targets.slice(0, first));
    const all = await residentWith(targets.slice(first));
    return (all - few) / (targets.length - first);
  } finally {
    await Promise.all([load.stop(), server.stop()]);
  }
}
