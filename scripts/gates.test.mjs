import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GATES } from './gates.mjs';
import { root } from './paths.mjs';

/** Where the commands of the gates begin; the nodes they start are processes of their own. */
const ENTRIES = new Map([
  ['chaos', ['verification/faults/run.ts', 'server/src/main.ts']],
  ['fuzz', ['verification/fuzz/run.ts', 'server/src/main.ts']],
  ['soak', ['verification/soak/run.ts', 'server/src/main.ts']],
  ['mutants', ['verification/mutation/run.ts', 'server/src/access-matrix.test.ts']],
  ['model', ['verification/outbox/run.ts']],
]);

describe('what a gate runs', () => {
  it.each(
    GATES.flatMap(({ command: [what = ''], runs }) => ENTRIES.get(what)?.map((entry) => ({ entry, runs })) ?? []),
  )('is all that $entry brings along, so that no change of it goes unnoticed ($#)', ({ entry, runs }) => {
    const brought = [...broughtBy(entry)];
    expect(brought.length).toBeGreaterThan(10);
    expect(brought.filter((file) => !isAmong(runs, file))).toEqual([]);
  });

  it.each(GATES)('is there: $id', ({ runs }) => {
    const named = runs.filter((path) => !path.startsWith(':'));
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

/**
 * @param {string[]} runs
 * @param {string} file
 */
function isAmong(runs, file) {
  const isLeftOut = runs.some((path) => path.startsWith(':!*') && file.endsWith(path.slice(3)));
  return !isLeftOut && runs.some((path) => file === path || file.startsWith(`${path}/`) || isFileOf(path, file));
}

/**
 * Whether a file lies itself in a folder of which files of its kind are named, as `:(glob)folder/*.ts`.
 * @param {string} path
 * @param {string} file
 */
function isFileOf(path, file) {
  const [, folder, ending = ''] = /^:\(glob\)(.*)\/\*(\.\w+)$/.exec(path) ?? [];
  return folder === posix.dirname(file) && file.endsWith(ending);
}

/**
 * Every file of the repository that a module imports, by whatever way.
 * @param {string} file
 * @param {Set<string>} seen
 */
function broughtBy(file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  for (const [, name = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
    const path = name.startsWith('.') ? posix.join(posix.dirname(file), name) : contractsFile(name);
    if (path !== null && /\.(ts|tsx|mjs)$/.test(path) && existsSync(join(root, path))) broughtBy(path, seen);
  }
  return seen;
}

/** @param {string} name */
function contractsFile(name) {
  const [, module] = /^@cip\/contracts\/(.+)$/.exec(name) ?? [];
  return module === undefined ? null : `contracts/src/${module}.ts`;
}
