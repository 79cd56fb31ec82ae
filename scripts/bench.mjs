import { tool } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { pathFromRoot, root } from './paths.mjs';
import { run } from './processes.mjs';
import { ensureWebBuilt } from './web-build.mjs';

/**
 * Measures the built pages with Lighthouse and the time from a link to typing. Installs Lighthouse first.
 * @param {string[]} args
 */
export async function benchWeb(args) {
  await ensureInstalled('verification/bench/web');
  const chromium = await ensureChromium();
  if (!chromium) throw new Error('The benchmark needs Chromium.');
  if ((await ensureWebBuilt()) !== 0) return 1;
  const all = [pathFromRoot('verification/bench/web/main.ts'), '--chromium', chromium, ...args];
  return run(process.execPath, all, { cwd: root, env: process.env });
}

/** Measures the time from a press of Run to the first output, in two browser pages of one room. */
export const benchRun = () => benchInBrowser('run-times');

/** Measures the player: its first frame, its jumps, its memory and the bytes of a recording. */
export const benchPlayback = () => benchInBrowser('playback');

/** @param {string} name */
async function benchInBrowser(name) {
  const chromium = await ensureChromium();
  if (!chromium) throw new Error('The benchmark needs Chromium.');
  if ((await ensureWebBuilt()) !== 0) return 1;
  const config = ['--config', 'playwright.benchmarks.config.ts', '--reporter=line'];
  return tool('playwright', ['test', name, ...config], { ...process.env, CHROMIUM_PATH: chromium });
}

/**
 * Compares this server with other collaboration servers. Installs those first.
 * @param {string[]} args
 */
export async function benchRooms(args) {
  await ensureInstalled('verification/bench');
  return run(process.execPath, [pathFromRoot('verification/bench/rooms.ts'), ...args], { cwd: root, env: process.env });
}
