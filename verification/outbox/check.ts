import fc from 'fast-check';
import { anySchedule, play } from './schedule.ts';
import type { Outcome, Step } from './schedule.ts';

interface CheckResult {
  /** Schedules played, including the failing one. */
  played: number;
  totals: Outcome;
  /** The shortest failing schedule found, or null. */
  failure: Step[] | null;
}

/** Plays random schedules from a seed until one fails, and shortens that one. Throws if the model itself fails. */
export async function check({ schedules, seed }: { schedules: number; seed: number }): Promise<CheckResult> {
  const totals: Outcome = { operations: 0, lost: 0, duplicated: 0, crossAccount: 0, outOfOrder: 0, neverIdle: 0 };
  let played = 0;
  let hasFailed = false;
  let crash: Error | undefined;
  const property = fc.asyncProperty(anySchedule, async (steps) => {
    const outcome = await play(steps).catch((error: unknown) => {
      crash ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    });
    const { operations: _, ...violations } = outcome;
    const violated = Object.values(violations).reduce((sum, count) => sum + count, 0);
    if (!hasFailed) {
      played++;
      for (const count of Object.keys(totals) as (keyof Outcome)[]) totals[count] += outcome[count];
    }
    hasFailed ||= violated > 0;
    return violated === 0;
  });
  const { counterexample } = await fc.check(property, { numRuns: schedules, seed });
  // If the model fails, that is not a failure of the outbox.
  if (crash !== undefined) throw crash;
  return { played, totals, failure: counterexample?.[0] ?? null };
}
