import { spawnSync } from 'node:child_process';

/** Returns a number that differs from commit to commit; a fixed one if there is no git. */
export function numberOfCommit(): number {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  const number = Number.parseInt((stdout ?? '').slice(0, 8), 16);
  return Number.isNaN(number) ? 0 : number;
}
