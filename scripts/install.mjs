import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { writeAddresses } from './package-addresses.mjs';
import { machinePath, pathFromRoot, withPath } from './paths.mjs';
import { runStep } from './steps.mjs';

/** Settings of a surrounding npm run that would omit dependencies or install elsewhere. */
const HARMFUL =
  /^(NODE_ENV|npm_config_(omit|only|include|production|optional|dev|workspaces?|global|location|dry_run|prefix|local_prefix|package_lock(_only)?))$/i;

/**
 * The content of node_modules: the packages of the product and its build, or those and the tools of checks and tests.
 * @typedef {'product' | 'everything'} Extent
 */

/**
 * Installs the dependencies if the lockfile or the machine changed, or if more of them are needed.
 * @param {string} [folder] with a lockfile of its own, relative to the checkout
 * @param {Extent} [needed]
 */
export async function ensureInstalled(folder = '.', needed = 'everything') {
  if (isInstalled(folder, needed)) return;
  await withLock(pathFromRoot('.cache/install.lock'), async (addHolder) => {
    if (isInstalled(folder, needed)) return;
    const installed = readStamp(folder);
    // A checkout that has the tools keeps them.
    const extent = installed.startsWith('everything') ? 'everything' : needed;
    // If packages are only added, they lie where `npm ci` would put them, because the lockfile says so.
    const step = installed === stamp(folder, 'product') ? ['install', '--no-save'] : ['ci'];
    // If this process dies now, the next one installs everything again.
    rmSync(stampFile(folder), { force: true });
    const { command, args, shell } = npm();
    const options = { cwd: pathFromRoot(folder), env: installEnvironment(), shell, onStart: addHolder };
    const dev = extent === 'everything' ? '--include=dev' : '--omit=dev';
    const install = [...args, ...step, dev, '--include=optional', '--loglevel=error'];
    const npmStep = () => runStep('Installing dependencies', [[command, install]], options);
    const removeAddresses = writeAddresses({ command, args, ...options });
    let code = await npmStep().finally(removeAddresses);
    // The registry may have other addresses.
    if (code !== 0) code = await npmStep();
    if (code !== 0) throw new Error(`npm ${step[0]} failed (exit code ${code}).`);
    writeFileSync(stampFile(folder), stamp(folder, extent));
  });
}

/**
 * @param {string} folder
 * @param {Extent} needed
 */
function isInstalled(folder, needed) {
  const installed = readStamp(folder);
  return installed === stamp(folder, 'everything') || installed === stamp(folder, needed);
}

/** @param {string} folder */
function readStamp(folder) {
  const file = stampFile(folder);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** @param {string} folder */
function stampFile(folder) {
  return pathFromRoot(`${folder}/node_modules/.installed`);
}

/**
 * Names the content of node_modules, with the hash of the lockfile and the kind of machine, on which it depends.
 * @param {string} folder
 * @param {Extent} extent
 */
function stamp(folder, extent) {
  const hash = createHash('sha256')
    .update(readFileSync(pathFromRoot(`${folder}/package-lock.json`)))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  return `${extent} ${hash}`;
}

/** @returns {NodeJS.ProcessEnv} */
function installEnvironment() {
  // Without the project's .bin: `npm ci` removes the Node in it while it runs.
  const env = withPath(machinePath());
  return Object.fromEntries(Object.entries(env).filter(([name]) => !HARMFUL.test(name)));
}

/**
 * Returns how to start npm: the npm of this script, preferably on a Node outside node_modules.
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
