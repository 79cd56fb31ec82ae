import { existsSync } from 'node:fs';
import { onPath, root } from './paths.mjs';
import { run } from './processes.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Chromium without windows, which needs two thirds of its time. */
const SHELL = 'chromium-headless-shell';

/**
 * Finds Chromium for the browser tests. Installs it and its headless shell with apt, if one is missing, on a
 * Debian-like machine as root.
 * @returns {Promise<string | undefined>} path of the executable
 */
export async function ensureChromium() {
  const found = chromiumOfMachine();
  if (found && headlessShellOfMachine()) return found;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found;
  process.stdout.write(`No ${found ? 'headless shell of Chromium' : 'Chromium'} found: installing it with apt-get.\n`);
  const isUpdated = await apt('update');
  // Not every distribution has the shell as a package of its own; the tests then need a third more time.
  if (isUpdated && !(await apt('install', '-y', '--no-install-recommends', 'chromium', SHELL)) && !found)
    await apt('install', '-y', '--no-install-recommends', 'chromium');
  return chromiumOfMachine();
}

/**
 * Returns the Chromium of CHROMIUM_PATH, else one on PATH.
 * @returns {string | undefined} path of the executable
 */
export function chromiumOfMachine() {
  return process.env['CHROMIUM_PATH'] || onPath(NAMES);
}

/**
 * Returns the headless shell of CHROMIUM_SHELL_PATH, else one on PATH. Tests without a window use Chromium if there is
 * none.
 * @returns {string | undefined} path of the executable
 */
export function headlessShellOfMachine() {
  return process.env['CHROMIUM_SHELL_PATH'] || onPath([SHELL]);
}

/**
 * Runs apt-get silently. Resolves to whether it succeeded.
 * @param {...string} args
 */
async function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  let output = '';
  const onOutput = (/** @type {string} */ text) => void (output += text);
  const isDone = (await run('/usr/bin/apt-get', args, { cwd: root, env, onOutput })) === 0;
  if (!isDone) process.stdout.write(output);
  return isDone;
}
