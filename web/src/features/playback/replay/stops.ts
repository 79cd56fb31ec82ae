import { countUpTo } from './count-up-to.ts';

/** Longest pause that plays in full (ms); a longer one passes quickly. */
const PAUSE_MS = 3_000;
/** How long such a pause takes in the player (ms). */
const PAUSE_AS_MS = 500;

/**
 * Returns the moment to which playing leads from another in `playedMs`. `stops` are the times at which something
 * happens, in order; with `skipsPauses`, a long time between two of them takes half a second.
 */
export function advance(
  from: number,
  playedMs: number,
  { stops, endMs, skipsPauses }: { stops: readonly number[]; endMs: number; skipsPauses: boolean },
): number {
  if (!skipsPauses) return Math.min(endMs, from + playedMs);
  let [ms, left] = [from, playedMs];
  for (let next = countUpTo(stops, ms); ms < endMs; next++) {
    const last = stops[next - 1] ?? 0;
    const until = Math.min(stops[next] ?? endMs, endMs);
    const rate = until - last > PAUSE_MS ? (until - last) / PAUSE_AS_MS : 1;
    if (ms + left * rate < until) return ms + left * rate;
    // Not below zero by a rounding error.
    left = Math.max(0, left - (until - ms) / rate);
    ms = until;
  }
  return ms;
}
