import { runWorld, type WorldStep } from '../server/src/testing/plain-world.ts';
import { Random } from './random.ts';

const STEPS_MAX = 300;

/** Runs worlds of plain clients, half of which never acknowledge, and tells what went wrong; true when nothing did. */
export function runWorlds(count: number, seed: number): boolean {
  const totals = { lost: 0, doubled: 0, diverged: 0 };
  for (let index = 0; index < count; index++) {
    const random = new Random(seed + index);
    const steps = Array.from({ length: 20 + random.below(STEPS_MAX) }, () => randomStep(random));
    const outcome = runWorld(index % 2 === 0, steps);
    totals.lost += outcome.lost;
    totals.doubled += outcome.doubled;
    totals.diverged += outcome.diverged;
  }
  console.warn(`${count} worlds from seed ${seed}: ${JSON.stringify(totals)}`);
  return totals.lost + totals.doubled + totals.diverged === 0;
}

function randomStep(random: Random): WorldStep {
  return [random.below(3), random.pick(['type', 'receive', 'push', 'show']), random.below(200)];
}
