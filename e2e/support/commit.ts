import { spawnSync } from 'node:child_process';

/** Returns the number of `TEST_SEED`, by default another one for each commit; a fixed one if there is no git. */
export function numberOfCommit(): number {
  const seed = process.env['TEST_SEED'] ?? spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout ?? '';
  const number = Number.parseInt(seed.slice(0, 8), 16);
  return Number.isNaN(number) ? 0 : number;
}
