import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { runViewSimulation, type ViewStep } from '../../server/src/testing/sockets/full-text-view-simulation.ts';
import {
  CLIENT_STEPS,
  runClientSimulation,
  type ClientStep,
} from '../../server/src/testing/sockets/full-text-client-simulation.ts';
import { runRoomSimulation } from '../../server/src/testing/room-simulation/room-simulation.ts';
import {
  LOSSY_STEPS,
  RECONNECTING_STEPS,
  STABLE_STEPS,
  type RoomOutcome,
  type RoomSchedule,
} from '../../server/src/testing/room-simulation/schedule.ts';
import { Random } from '../../testkit/random.ts';

const STEPS_MAX = 300;

/**
 * Simulates full-text clients that type and erase: `count` simulations with stable connections, half of them without
 * acknowledgements, `count` that lose connections and nodes, and `count` rooms in which pages edit several files.
 * Returns true if no acknowledged text was lost, or duplicated on a stable connection that had shown a text, all
 * clients converged, no client deleted the text of another, and no full-text client got anything of further files.
 */
export async function runSimulations(count: number, seed: number): Promise<boolean> {
  const isStableOk = runStableConnections(count, seed);
  // A simulation waits for minutes of fake time.
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const isLossOk = await runLostConnections(count, seed);
    return (await runRooms(count, seed)) && isLossOk && isStableOk;
  } finally {
    mock.timers.reset();
  }
}

const pass = async (ms: number) => {
  await turn();
  mock.timers.tick(ms);
  await turn();
};

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
  for (let index = 0; index < count; index++) {
    const random = new Random(seed + index);
    const steps = Array.from({ length: 20 + random.below(STEPS_MAX / 2) }, () => randomLossStep(random));
    const outcome = await runClientSimulation(steps, pass);
    if (outcome.lost + outcome.diverged > 0) console.error(`seed ${seed + index}: ${JSON.stringify(outcome)}`);
    total.lost += outcome.lost;
    total.duplicated += outcome.duplicated;
    total.diverged += outcome.diverged;
  }
  console.warn(`${count} simulations with lost connections and nodes from seed ${seed}: ${JSON.stringify(total)}`);
  // If text is typed before a connection has shown its first text, it may be duplicated: docs/RELIABILITY.md.
  return total.lost + total.diverged === 0;
}

async function runRooms(count: number, seed: number): Promise<boolean> {
  const total: RoomOutcome = { lost: 0, duplicated: 0, diverged: 0, disturbed: 0 };
  const failures = () => total.lost + total.duplicated + total.diverged + total.disturbed;
  for (let index = 0; index < count; index++) {
    const before = failures();
    const outcome = await runRoomSimulation(randomRoom(new Random(seed + index), index), pass);
    total.lost += outcome.lost;
    total.duplicated += outcome.duplicated;
    total.diverged += outcome.diverged;
    total.disturbed += outcome.disturbed;
    if (failures() > before) console.error(`seed ${seed + index}: ${JSON.stringify(outcome)}`);
  }
  console.warn(`${count} simulations with several files from seed ${seed}: ${JSON.stringify(total)}`);
  return failures() === 0;
}

function randomRoom(random: Random, index: number): RoomSchedule {
  const kinds = [STABLE_STEPS, RECONNECTING_STEPS, LOSSY_STEPS][random.below(3)] ?? STABLE_STEPS;
  const steps = Array.from({ length: 20 + random.below(STEPS_MAX / 2) }, (): RoomSchedule['steps'][number] => [
    random.below(5),
    random.pick(kinds),
    random.below(200),
  ]);
  return { steps, hasSilent: index % 2 === 1, hasShown: index % 4 < 2 };
}

function randomStep(random: Random): ViewStep {
  return [random.below(3), random.pick(['type', 'type', 'erase', 'receive', 'push', 'show']), random.below(200)];
}

function randomLossStep(random: Random): ClientStep {
  return [random.below(3), random.pick(CLIENT_STEPS), random.below(200)];
}
