import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { pathFromRoot, root } from './paths.mjs';

/** @typedef {{ ok: boolean, figure: string, seconds: number, commit: string, at: string, code: string }} Result */

/** The last result of each gate, committed: a machine that is gone takes nothing along. */
const KEPT = pathFromRoot('docs/promise.json');

/** What may change without a result losing its worth: words about the product, and what was measured of it. */
const WORDS = [':!docs', ':!*.md', ':!verification/bench/results'];

/**
 * The state of the code that a result speaks of, committed or not: of every file but documentation, or of those named
 * as git names them.
 * @returns {string}
 */
export function codeState(paths = ['.', ...WORDS]) {
  const hash = createHash('sha256').update(git('ls-files', '-s', '--', ...paths));
  const changed = git('ls-files', '-m', '-o', '--exclude-standard', '--', ...paths);
  for (const file of new Set(changed.split('\n').filter(Boolean))) hash.update(file).update(contentOf(file));
  return hash.digest('hex').slice(0, 12);
}

/**
 * The commit this checkout is at, with a plus when something is changed.
 * @returns {string}
 */
export function commit() {
  const changed = git('status', '--porcelain', '--', '.', ...WORDS);
  return git('rev-parse', '--short', 'HEAD').trim() + (changed ? '+' : '');
}

/**
 * The last result of each gate, by its name.
 * @returns {Record<string, Result>}
 */
export function keptResults() {
  return JSON.parse(readFileSync(KEPT, 'utf8'));
}

/**
 * Keeps the result of a gate in place of the one before; several may run at a time.
 * @param {string} id
 * @param {Result} result
 */
export async function keepResult(id, result) {
  await withLock(pathFromRoot('.cache/promise.lock'), async () => {
    const all = Object.entries({ ...keptResults(), [id]: result }).toSorted(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(KEPT, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
  });
}

/**
 * Where what is under way for the code as it is goes on from; the folder is there.
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
    return 'gone';
  }
}
