import type { Recording } from './recording.ts';

/** A stretch in which a participant edited without a long pause (ms since the start). */
export interface Stretch {
  from: number;
  to: number;
}

/** Parts of the timeline that are drawn apart: about a pixel of a wide screen. */
const PARTS = 600;

/** Returns the stretches in which each participant edited, for drawing. */
export function activityOf({ steps, clock, head, durationMs }: Recording): Stretch[][] {
  const part = Math.max(1, durationMs / PARTS);
  const activity: Stretch[][] = head.participants.map(() => []);
  steps.forEach(({ by }, index) => {
    const stretches = by === null ? undefined : activity[by];
    const ms = clock[index] ?? 0;
    const last = stretches?.at(-1);
    if (last && ms - last.to <= 2 * part) last.to = ms;
    else stretches?.push({ from: ms, to: ms });
  });
  return activity;
}
