import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { runViewSimulation, type ViewStep } from '../../server/src/testing/sockets/full-text-view-simulation.ts';
import {
  CLIENT_STEPS,
  runClientSimulation,
  type ClientStep,
} from '../../server/src/testing/sockets/full-text-client-simulation.ts';
import { Random } from '../../testkit/random.ts';

const STEPS_MAX = 300;

/**
 * Simulates full-text clients that type and erase: `count` simulations with stable connections, half of them without
 * acknowledgements, and `count` that lose connections and nodes. Returns true if no acknowledged text was lost or
 * duplicated on a stable connection, all clients converged and no client deleted the text of another.
 */
export async function runSimulations(count: number, seed: number): Promise<boolean> {
  const isStableOk = runStableConnections(count, seed);
  return (await runLostConnections(count, seed)) && isStableOk;
}

function runStableConnections(count: number, seed: number): boolean {
  const none = () => ({ lost: 0, duplicated: 0, deletedByOthers: 0, diverged: 0 });
  const totals = { acknowledging: none(), silent: none() };
  for (let index = 0; index < count; index++) {
    const random = new Random(seed + index);
    const steps = Array.from({ length: 20 + random.below(STEPS_MAX) }, () => randomStep(random));
    const acknowledges = index % 2 === 0;
    const total = acknowledges ? totals.acknowledging : totals.silent;
    const outcome = runViewSimulation(acknowledges, steps);
    total.lost += outcome.lost;
    total.duplicated += outcome.duplicated;
    total.deletedByOthers += outcome.deletedOfOthers;
    total.diverged += outcome.diverged;
  }
  console.warn(`${count} simulations from seed ${seed}: ${JSON.stringify(totals)}`);
  const { acknowledging, silent } = totals;
  return (
    acknowledging.lost +
      acknowledging.duplicated +
      acknowledging.diverged +
      silent.deletedByOthers +
      silent.diverged ===
    0
  );
}

async function runLostConnections(count: number, seed: number): Promise<boolean> {
  const total = { lost: 0, duplicated: 0, diverged: 0 };
  // A simulation waits for minutes of fake time.
  mock.timers.enable({ apis: ['setTimeout'] });
  const pass = async (ms: number) => {
    await turn();
    mock.timers.tick(ms);
    await turn();
  };
  for (let index = 0; index < count; index++) {
    const random = new Random(seed + index);
    const steps = Array.from({ length: 20 + random.below(STEPS_MAX / 2) }, () => randomLossStep(random));
    const outcome = await runClientSimulation(steps, pass);
    if (outcome.lost + outcome.diverged > 0) console.error(`seed ${seed + index}: ${JSON.stringify(outcome)}`);
    total.lost += outcome.lost;
    total.duplicated += outcome.duplicated;
    total.diverged += outcome.diverged;
  }
  mock.timers.reset();
  console.warn(`${count} simulations with lost connections and nodes from seed ${seed}: ${JSON.stringify(total)}`);
  // If text is typed before a connection has shown its first text, it may be duplicated: docs/RELIABILITY.md.
  return total.lost + total.diverged === 0;
}

function randomStep(random: Random): ViewStep {
  return [random.below(3), random.pick(['type', 'type', 'erase', 'receive', 'push', 'show']), random.below(200)];
}

function randomLossStep(random: Random): ClientStep {
  return [random.below(3), random.pick(CLIENT_STEPS), random.below(200)];
}
