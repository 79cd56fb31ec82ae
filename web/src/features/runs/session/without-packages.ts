import type { RunEnd } from '@cip/contracts/runs/runs';

/** Returns the end as servers of the previous release take it, which refuse the names of packages; null if it is one. */
export function withoutPackages({ packages, ...end }: RunEnd): RunEnd | null {
  return packages === undefined ? null : end;
}
