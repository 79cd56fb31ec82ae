import { existsSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Returns the absolute path of a path relative to the checkout, with forward slashes.
 * @param {string} path
 */
export function pathFromRoot(path) {
  return join(root, ...path.split('/'));
}

/**
 * Returns the environment with this Node and the project's tools first on PATH.
 * @param {string} node path of a Node executable
 * @returns {NodeJS.ProcessEnv}
 */
export function toolsFirst(node) {
  return withPath([dirname(node), pathFromRoot('node_modules/.bin'), ...machinePath()]);
}

/**
 * Returns the entries of PATH without this checkout's node_modules, which an install removes while it runs.
 * @returns {string[]}
 */
export function machinePath() {
  const own = pathFromRoot('node_modules') + sep;
  return (process.env[pathName()] ?? '').split(delimiter).filter((entry) => entry && !entry.startsWith(own));
}

/**
 * Returns the environment with exactly these entries on PATH.
 * @param {string[]} entries
 * @returns {NodeJS.ProcessEnv}
 */
export function withPath(entries) {
  return { ...process.env, [pathName()]: [...new Set(entries)].join(delimiter) };
}

/**
 * Returns the path of the first executable that PATH has.
 * @param {string[]} names
 * @returns {string | undefined}
 */
export function onPath(names) {
  const folders = (process.env[pathName()] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

/** Returns the name of PATH: Windows uses `Path`, and a copied environment is case-sensitive. */
function pathName() {
  return Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
}
