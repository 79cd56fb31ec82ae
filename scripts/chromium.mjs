import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Finds Chromium for the browser tests, or installs it with apt on a Debian-like machine as root.
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
  if (process.env['CHROMIUM_PATH']) return process.env['CHROMIUM_PATH'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

function installWithApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  process.stdout.write('No Chromium found: installing it with apt-get.\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  /** @param {string[]} args */
  const apt = (args) => spawnSync('apt-get', args, { env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
  return apt(['update']) && apt(['install', '-y', '--no-install-recommends', 'chromium']);
}
