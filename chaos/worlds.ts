import { runWorld, type WorldStep } from '../server/src/testing/plain-world.ts';
import { Random } from './random.ts';

const STEPS_MAX = 300;

/**
 * Runs worlds of plain clients that type and erase, half of which never acknowledge, and tells what went wrong. True
 * when those that acknowledge lost and doubled nothing and nobody took anything of another's away.
 */
export function runWorlds(count: number, seed: number): boolean {
  const none = () => ({ lost: 0, doubled: 0, robbed: 0, diverged: 0 });
  const totals = { acknowledging: none(), silent: none() };
  for (let index = 0; index < count; index++) {
    const random = new Random(seed + index);
    const steps = Array.from({ length: 20 + random.below(STEPS_MAX) }, () => randomStep(random));
    const acknowledges = index % 2 === 0;
    const total = acknowledges ? totals.acknowledging : totals.silent;
    const outcome = runWorld(acknowledges, steps);
    total.lost += outcome.lost;
    total.doubled += outcome.doubled;
    total.robbed += outcome.robbed;
    total.diverged += outcome.diverged;
  }
  console.warn(`${count} worlds from seed ${seed}: ${JSON.stringify(totals)}`);
  const { acknowledging, silent } = totals;
  return acknowledging.lost + acknowledging.doubled + acknowledging.diverged + silent.robbed + silent.diverged === 0;
}

function randomStep(random: Random): WorldStep {
  return [random.below(3), random.pick(['type', 'type', 'erase', 'receive', 'push', 'show']), random.below(200)];
}
