import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GATES } from './gates.mjs';
import { root } from './paths.mjs';

/** Entry files of the gates' commands; nodes run in their own processes. */
const ENTRIES = new Map([
  ['chaos', ['verification/faults/run.ts', 'server/src/main.ts']],
  ['fuzz', ['verification/fuzz/run.ts', 'server/src/main.ts']],
  ['soak', ['verification/soak/run.ts', 'server/src/main.ts']],
  ['mutants', ['verification/mutation/run.ts', 'server/src/access-matrix.test.ts']],
  ['model', ['verification/outbox/run.ts']],
]);

describe('the paths of a gate', () => {
  it.each(
    GATES.flatMap(({ command: [what = ''], runs }) => ENTRIES.get(what)?.map((entry) => ({ entry, runs })) ?? []),
  )('include every file that $entry imports ($#)', ({ entry, runs }) => {
    const imported = [...importsOf(entry)];
    expect(imported.length).toBeGreaterThan(10);
    expect(imported.filter((file) => !isIncluded(runs, file))).toEqual([]);
  });

  it.each(GATES)('exist: $id', ({ runs }) => {
    const named = runs.filter((path) => !path.startsWith(':'));
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

/**
 * @param {string[]} runs
 * @param {string} file
 */
function isIncluded(runs, file) {
  const isExcluded = runs.some((path) => path.startsWith(':!*') && file.endsWith(path.slice(3)));
  return !isExcluded && runs.some((path) => file === path || file.startsWith(`${path}/`) || isFileOf(path, file));
}

/**
 * True when a file matches `:(glob)folder/*.ts` directly in that folder.
 * @param {string} path
 * @param {string} file
 */
function isFileOf(path, file) {
  const [, folder, ending = ''] = /^:\(glob\)(.*)\/\*(\.\w+)$/.exec(path) ?? [];
  return folder === posix.dirname(file) && file.endsWith(ending);
}

/**
 * Returns every file of the repository that a module imports, directly or indirectly.
 * @param {string} file
 * @param {Set<string>} seen
 */
function importsOf(file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  for (const [, name = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    const path = name.startsWith('.') ? posix.join(posix.dirname(file), name) : contractsFile(name);
    if (path !== null && /\.(ts|tsx|mjs)$/.test(path) && existsSync(join(root, path))) importsOf(path, seen);
  }
  return seen;
}

/** @param {string} name */
function contractsFile(name) {
  const [, module] = /^@cip\/contracts\/(.+)$/.exec(name) ?? [];
  return module === undefined ? null : `contracts/src/${module}.ts`;
}
