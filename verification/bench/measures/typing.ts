import { setTimeout as sleep } from 'node:timers/promises';
import type { Pace, TypingOutcome } from '../load/commands.ts';
import type { TypingStyle } from '../load/edits.ts';
import { LoadGenerator } from '../load/load-generator.ts';
import { watchDisturbance, type Disturbance } from '../machine/disturbance.ts';
import { cpuOf } from '../machine/proc.ts';
import type { Contender } from '../servers/contenders.ts';
import type { TestBed } from '../servers/test-bed.ts';

/** A server at one size, with this product's Node.js flags or without. */
export interface Case {
  contender: Contender;
  hasFlags: boolean;
  rooms: number;
  /** People in each room, one of whom types. */
  people: number;
  style: TypingStyle;
}

/** One try of a case. */
export interface Try extends TypingOutcome {
  rooms: number;
  /** Processor time of the server per edit, in microseconds. */
  cpuPerEditUs: number;
  /** Share of one core that the server used. */
  serverBusy: number;
  disturbance: Disturbance;
  /** True if other processes did not disturb the try and the generator kept up. */
  isClean: boolean;
}

/** Highest usable load of the generator, as a share of one core. */
const GENERATOR_BUSY_MAX = 0.9;
/** Pause between set-up and typing, in seconds. */
const QUIET_SECONDS = 1;

/** Types in rooms of a fresh server and measures it. */
export async function measureTyping(
  testBed: TestBed,
  { contender, hasFlags, rooms, people, style }: Case,
  pace: Pace,
): Promise<Try> {
  const participants = await testBed.participants(contender, rooms, people);
  const server = await testBed.start(contender, { hasFlags });
  const load = new LoadGenerator();
  try {
    await load.connect(
      contender.name,
      participants.map((participant) => ({ ...participant, url: server.url })),
      style,
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
    if (!disturbance) throw new Error('The load generator reported no measurement.');
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
