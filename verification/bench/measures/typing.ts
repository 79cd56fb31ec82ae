import { setTimeout as sleep } from 'node:timers/promises';
import type { Pace, TypingOutcome } from '../load/commands.ts';
import { LoadGenerator } from '../load/load-generator.ts';
import { watchDisturbance, type Disturbance } from '../machine/disturbance.ts';
import { cpuOf } from '../machine/proc.ts';
import type { Contender } from '../servers/contenders.ts';
import type { Stage } from '../servers/stage.ts';

/** One try of one server at one size. */
export interface Try extends TypingOutcome {
  rooms: number;
  /** Processor time of the server's process for each edit, in microseconds. */
  cpuPerEditUs: number;
  /** Share of one core the server used. */
  serverBusy: number;
  disturbance: Disturbance;
  /** Whether the figures speak of the server: nobody disturbed, and the generator kept up. */
  isClean: boolean;
}

/** A generator busier than this measures itself. */
const GENERATOR_BUSY_MAX = 0.9;
/** After so many seconds of quiet the setting-up is over. */
const QUIET_SECONDS = 1;

/** Lets people type in rooms of a fresh server and measures it. */
export async function measureTyping(stage: Stage, contender: Contender, rooms: number, pace: Pace): Promise<Try> {
  const places = await stage.places(contender, rooms);
  const server = await stage.start(contender);
  const load = new LoadGenerator();
  try {
    await load.connect(
      contender.name,
      places.map((place) => ({ ...place, url: server.url })),
    );
    await sleep(QUIET_SECONDS * 1_000);
    let cpu = 0;
    let elapsed = 0;
    let disturbance: Disturbance | undefined;
    let seen = watchDisturbance();
    const outcome = await load.type(pace, (isOn) => {
      const sign = isOn ? -1 : 1;
      cpu += sign * cpuOf(server.pid);
      elapsed += sign * performance.now();
      if (isOn) seen = watchDisturbance();
      else disturbance = seen();
    });
    if (!disturbance) throw new Error('The generator told nothing of what counts.');
    const { isTooMuch } = disturbance;
    return {
      ...outcome,
      rooms,
      cpuPerEditUs: (cpu * 1_000) / outcome.edits,
      serverBusy: cpu / elapsed,
      disturbance,
      isClean: !isTooMuch && outcome.generatorBusy < GENERATOR_BUSY_MAX,
    };
  } finally {
    await Promise.all([load.stop(), server.stop()]);
  }
}
