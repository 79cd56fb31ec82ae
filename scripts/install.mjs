import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { machinePath, pathFromRoot, withPath } from './paths.mjs';
import { runStep } from './steps.mjs';

/** Settings of a surrounding npm run that would omit dependencies or install elsewhere. */
const HARMFUL =
  /^(NODE_ENV|npm_config_(omit|only|include|production|optional|dev|workspaces?|global|location|dry_run|prefix|local_prefix|package_lock(_only)?))$/i;

/**
 * Installs the dependencies when the lockfile or the machine changed.
 * @param {string} [folder] with a lockfile of its own, relative to the checkout
 */
export async function ensureInstalled(folder = '.') {
  if (isInstalled(folder)) return;
  await withLock(pathFromRoot('.cache/install.lock'), async (addHolder) => {
    if (isInstalled(folder)) return;
    const { command, args, shell } = npm();
    const options = { cwd: pathFromRoot(folder), env: installEnvironment(), shell, onStart: addHolder };
    const install = [...args, 'ci', '--include=dev', '--include=optional', '--loglevel=error'];
    const code = await runStep('Installing dependencies', [[command, install]], options);
    if (code !== 0) throw new Error(`npm ci failed (exit code ${code}).`);
    writeFileSync(stampFile(folder), stamp(folder));
  });
}

/** @param {string} folder */
function isInstalled(folder) {
  const file = stampFile(folder);
  return existsSync(file) && readFileSync(file, 'utf8') === stamp(folder);
}

/** @param {string} folder */
function stampFile(folder) {
  return pathFromRoot(`${folder}/node_modules/.installed`);
}

/**
 * Returns the hash of what node_modules depends on: the lockfile and the kind of machine.
 * @param {string} folder
 */
function stamp(folder) {
  return createHash('sha256')
    .update(readFileSync(pathFromRoot(`${folder}/package-lock.json`)))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}

/** @returns {NodeJS.ProcessEnv} */
function installEnvironment() {
  // Without the project's .bin: `npm ci` removes the Node in it while it runs.
  const env = withPath(machinePath());
  return Object.fromEntries(Object.entries(env).filter(([name]) => !HARMFUL.test(name)));
}

/**
 * Returns how to start npm: the one that runs this script, preferably on a Node outside node_modules.
 * @returns {{ command: string, args: string[], shell: boolean }}
 */
function npm() {
  const cli = process.env['npm_execpath'];
  if (!cli?.endsWith('npm-cli.js')) return { command: 'npm', args: [], shell: process.platform === 'win32' };
  return { command: nodeOfMachine() ?? process.execPath, args: [cli], shell: false };
}

/** @returns {string | undefined} */
function nodeOfMachine() {
  const executable = process.platform === 'win32' ? 'node.exe' : 'node';
  return machinePath()
    .map((folder) => join(folder, executable))
    .find((file) => existsSync(file));
}
