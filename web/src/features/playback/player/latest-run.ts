import type { Recording } from '../replay/recording.ts';
import type { ShownRun } from './player-parts.ts';

/**
 * Returns the latest run at a moment, or null. While the player plays, it has the output that it had by then; otherwise
 * it is whole, because the reader has come for its result.
 */
export function latestRun({ runs }: Pick<Recording, 'runs'>, ms: number, isPlaying: boolean): ShownRun | null {
  const run = runs
    .filter(({ at }) => at <= ms)
    .toSorted((one, other) => one.at - other.at)
    .at(-1);
  if (!run) return null;
  const passedMs = ms - run.at;
  const lastMs = Math.max(run.end?.ms ?? 0, ...run.pieces.map(({ at }) => at));
  // If a run was entered later, or with the session's end, it shows whole.
  const isOver = !isPlaying || run.isOffline || passedMs >= lastMs;
  return {
    run,
    pieces: isOver ? run.pieces : run.pieces.filter(({ at }) => at <= passedMs),
    end: isOver ? run.end : null,
  };
}
