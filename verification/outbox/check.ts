import fc from 'fast-check';
import { anySchedule, play } from './schedule.ts';
import type { Outcome, Step } from './schedule.ts';
import type { QueueCode } from './simulation.ts';

interface Checked {
  /** Schedules played, up to and with the one that failed. */
  played: number;
  totals: Outcome;
  /** The shortest schedule found in which something went wrong, or null. */
  failure: Step[] | null;
}

/** Plays so many random schedules from a seed, to the first in which anything goes wrong; that one is shortened. */
export async function check(
  code: QueueCode,
  { schedules, seed, shorten = true }: { schedules: number; seed: number; shorten?: boolean },
): Promise<Checked> {
  const totals: Outcome = { deeds: 0, lost: 0, twice: 0, crossAccount: 0, outOfOrder: 0, restless: 0 };
  let played = 0;
  let hasFailed = false;
  let crash: Error | undefined;
  const property = fc.asyncProperty(anySchedule, async (steps) => {
    const outcome = await play(code, steps).catch((error: unknown) => {
      crash ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    });
    const { deeds: _, ...wrongs } = outcome;
    const wrong = Object.values(wrongs).reduce((sum, count) => sum + count, 0);
    if (!hasFailed) {
      played++;
      for (const count of Object.keys(totals) as (keyof Outcome)[]) totals[count] += outcome[count];
    }
    hasFailed ||= wrong > 0;
    return wrong === 0;
  });
  const { counterexample } = await fc.check(property, { numRuns: schedules, seed, endOnFailure: !shorten });
  // A model that breaks has found nothing.
  if (crash !== undefined) throw crash;
  return { played, totals, failure: counterexample?.[0] ?? null };
}
