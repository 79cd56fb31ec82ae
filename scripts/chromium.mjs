import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { onPath } from './paths.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Chromium without windows, which needs two thirds of its time. */
const SHELL = 'chromium-headless-shell';

/**
 * Finds Chromium for the browser tests, or installs it and its headless shell with apt on a Debian-like machine as root.
 * @returns {string | undefined} path of the executable
 */
export function ensureChromium() {
  return chromiumOfMachine() ?? (installWithApt() ? chromiumOfMachine() : undefined);
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

function installWithApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  process.stdout.write('No Chromium found: installing it with apt-get.\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  /** @param {string[]} args */
  const apt = (args) => spawnSync('apt-get', args, { env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
  const install = ['install', '-y', '--no-install-recommends'];
  // Not every distribution has the shell as a package of its own.
  return apt(['update']) && (apt([...install, 'chromium', SHELL]) || apt([...install, 'chromium']));
}
