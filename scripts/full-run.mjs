import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathFromRoot, root } from './paths.mjs';

/** The last `npm run test:all` without a failure; committed, so that it outlives the machine. */
const FILE = pathFromRoot('verification/full-run.json');

/** After this the long tests have to run again. */
const STALE_AFTER = { days: 7, commits: 150 };
const DAY_MS = 86_400_000;

/**
 * Says how long ago all tests passed.
 * @returns {{ sentence: string, isStale: boolean }}
 */
export function ageOfFullRun() {
  /** @type {{ commit: string, at: string }} */
  const { commit, at } = JSON.parse(readFileSync(FILE, 'utf8'));
  const days = (Date.now() - Date.parse(at)) / DAY_MS;
  const commits = commitsSince(commit);
  const ago = commits === undefined ? 'at a commit that this clone does not have' : `${commits} commits ago`;
  return {
    sentence: `All tests passed ${ago} (${commit}, ${at.slice(0, 10)}).`,
    isStale: days > STALE_AFTER.days || (commits ?? 0) > STALE_AFTER.commits,
  };
}

/**
 * Records that all tests passed on the current commit.
 * @param {{ passed: number, seconds: number }} run
 */
export function recordFullRun(run) {
  const commit = git('rev-parse', '--short', 'HEAD');
  writeFileSync(FILE, `${JSON.stringify({ commit, at: new Date().toISOString(), ...run }, null, 2)}\n`);
}

/**
 * Returns the seed of a run's samples, such as the principals of an access matrix: another one for each commit.
 * @returns {string}
 */
export function seedOfCommit() {
  try {
    return git('rev-parse', '--short=8', 'HEAD');
  } catch {
    return '1';
  }
}

/**
 * Returns `TEST_SEED`, by default the seed of the commit, as a number.
 * @returns {number}
 */
export function numberOfSeed() {
  return Number.parseInt(process.env['TEST_SEED'] ?? seedOfCommit(), 16) || 0;
}

/** @param {string} commit */
function commitsSince(commit) {
  try {
    return Number(git('rev-list', '--count', `${commit}..HEAD`));
  } catch {
    return undefined;
  }
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
