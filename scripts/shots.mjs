import { tool } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { pathFromRoot } from './paths.mjs';
import { ensureWebBuilt } from './web-build.mjs';

/**
 * Takes screenshots of every screen into test-results/shots; with `app`, those of the web app's manifest.
 * @param {string[]} args
 */
export async function shots([what = 'screens']) {
  const chromium = await ensureChromium();
  if (!chromium) throw new Error('The screenshots need Chromium.');
  if ((await ensureWebBuilt()) !== 0) return 1;
  const env = { ...process.env, CHROMIUM_PATH: chromium };
  const file = what === 'app' ? 'e2e/walkthrough/app-pictures.ts' : 'e2e/walkthrough/shots.ts';
  const config = ['--config', 'playwright.shots.config.ts', '--reporter=list'];
  const code = await tool('playwright', ['test', file, ...config], env);
  if (code === 0 && what !== 'app') process.stdout.write(`\n${pathFromRoot('test-results/shots/index.html')}\n`);
  return code;
}
