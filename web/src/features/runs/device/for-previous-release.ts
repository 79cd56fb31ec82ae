import type { RunEnd } from '@cip/contracts/runs/runs';
import type { OfflineRun } from '../state/run-room.ts';

/** The words for a server that refuses to start a run of test files. */
export const NO_TESTS_YET = 'This server does not know test files yet. They run here after its update.';

/** Returns the end as servers of the previous release take it, without packages and tests; null if it is one. */
export function endWithoutExtras({ packages, tests, ...end }: RunEnd): RunEnd | null {
  return packages === undefined && tests === undefined ? null : end;
}

/** Returns a run without a connection as servers of the previous release take it; null if it is one. */
export function runWithoutExtras<Entered extends OfflineRun['run']>({ tests, ...run }: Entered): Entered | null {
  const end = endWithoutExtras(run.end);
  return end === null && tests === undefined ? null : ({ ...run, end: end ?? run.end } as Entered);
}
