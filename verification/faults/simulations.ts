import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { runWorld, type WorldStep } from '../../server/src/testing/plain-world.ts';
import { READER_STEPS, runReaderWorld, type ReaderStep } from '../../server/src/testing/reader-world.ts';
import { Random } from '../support/random.ts';

const STEPS_MAX = 300;

/**
 * Runs worlds of plain clients that type and erase, half of which never acknowledge, and as many whose connections and
 * nodes are lost, and tells what went wrong. True when those that acknowledge lost nothing and doubled nothing on a
 * connection that lasts, everybody ended up equal and nobody took anything of another's away.
 */
export async function runWorlds(count: number, seed: number): Promise<boolean> {
  const areLastingKept = runLastingWorlds(count, seed);
  return (await runLosingWorlds(count, seed)) && areLastingKept;
}

function runLastingWorlds(count: number, seed: number): boolean {
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

async function runLosingWorlds(count: number, seed: number): Promise<boolean> {
  const total = { lost: 0, doubled: 0, diverged: 0 };
  // A world waits for minutes of its own time.
  mock.timers.enable({ apis: ['setTimeout'] });
  const pass = async (ms: number) => {
    await turn();
    mock.timers.tick(ms);
    await turn();
  };
  for (let index = 0; index < count; index++) {
    const random = new Random(seed + index);
    const steps = Array.from({ length: 20 + random.below(STEPS_MAX / 2) }, () => randomReaderStep(random));
    const outcome = await runReaderWorld(steps, pass);
    if (outcome.lost + outcome.diverged > 0) console.error(`seed ${seed + index}: ${JSON.stringify(outcome)}`);
    total.lost += outcome.lost;
    total.doubled += outcome.doubled;
    total.diverged += outcome.diverged;
  }
  mock.timers.reset();
  console.warn(`${count} worlds that lose connections and nodes from seed ${seed}: ${JSON.stringify(total)}`);
  // What is typed before the first text on a connection was shown may be doubled: docs/RELIABILITY.md.
  return total.lost + total.diverged === 0;
}

function randomStep(random: Random): WorldStep {
  return [random.below(3), random.pick(['type', 'type', 'erase', 'receive', 'push', 'show']), random.below(200)];
}

function randomReaderStep(random: Random): ReaderStep {
  return [random.below(3), random.pick(READER_STEPS), random.below(200)];
}
