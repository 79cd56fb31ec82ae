import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Chromium for the browser tests: CHROMIUM_PATH, else one on PATH, else installed through apt where this is a
 * Debian-like machine and we are root.
 * @returns {string | undefined} path of the executable
 */
export function findChromium() {
  return process.env['CHROMIUM_PATH'] ?? onPath() ?? (installWithApt() ? onPath() : undefined);
}

function onPath() {
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
