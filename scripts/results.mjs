import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { pathFromRoot, root } from './paths.mjs';

/** @typedef {{ ok: boolean, figure: string, seconds: number, commit: string, at: string, code: string }} Result */

/** The last result of each gate; committed, so that it outlives the machine. */
const RESULTS = pathFromRoot('docs/promise.json');

/** Paths that may change without invalidating a result: documentation and measured figures. */
const DOCUMENTATION = [':!docs', ':!*.md', ':!verification/bench/results'];

/**
 * Returns a hash of the code, committed or not: of all files except documentation, or of the given git paths.
 * @returns {string}
 */
export function codeState(paths = ['.', ...DOCUMENTATION]) {
  const hash = createHash('sha256').update(git('ls-files', '-s', '--', ...paths));
  const changed = git('ls-files', '-m', '-o', '--exclude-standard', '--', ...paths);
  for (const file of new Set(changed.split('\n').filter(Boolean))) hash.update(file).update(contentOf(file));
  return hash.digest('hex').slice(0, 12);
}

/**
 * Returns the current commit, with a plus if files have changed.
 * @returns {string}
 */
export function commit() {
  const changed = git('status', '--porcelain', '--', '.', ...DOCUMENTATION);
  return git('rev-parse', '--short', 'HEAD').trim() + (changed ? '+' : '');
}

/**
 * Returns the last result of each gate, by gate id.
 * @returns {Record<string, Result>}
 */
export function readResults() {
  return JSON.parse(readFileSync(RESULTS, 'utf8'));
}

/**
 * Saves the result of a gate in place of the previous one. Safe for concurrent runs.
 * @param {string} id
 * @param {Result} result
 */
export async function saveResult(id, result) {
  await withLock(pathFromRoot('.cache/promise.lock'), async () => {
    const all = Object.entries({ ...readResults(), [id]: result }).toSorted(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(RESULTS, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
  });
}

/**
 * Returns the folder for resumable progress of the current code, and creates it.
 * @returns {string}
 */
export function resultsFolder() {
  const folder = pathFromRoot(`.cache/promise/${codeState()}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

/** @param {string} file */
function contentOf(file) {
  try {
    return readFileSync(join(root, file));
  } catch {
    return 'deleted';
  }
}
