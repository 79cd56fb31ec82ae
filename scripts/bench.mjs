import { bringChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { pathFromRoot, root } from './paths.mjs';
import { run } from './processes.mjs';
import { ensureWebBuilt } from './web-build.mjs';

/**
 * Measures the built pages with Lighthouse, which is installed for this alone, and the way from a link to typing.
 * @param {string[]} args
 */
export async function benchWeb(args) {
  await ensureInstalled('verification/bench/web');
  const chromium = bringChromium();
  if (!chromium) throw new Error('There is no Chromium to measure with.');
  if ((await ensureWebBuilt()) !== 0) return 1;
  const all = [pathFromRoot('verification/bench/web/main.ts'), '--chromium', chromium, ...args];
  return run(process.execPath, all, { cwd: root, env: process.env });
}

/**
 * Compares the rooms with those of others, whose packages are installed for this alone.
 * @param {string[]} args
 */
export async function benchRooms(args) {
  await ensureInstalled('verification/bench');
  return run(process.execPath, [pathFromRoot('verification/bench/rooms.ts'), ...args], { cwd: root, env: process.env });
}
