import { tool } from './checks.mjs';
import { bringChromium } from './chromium.mjs';
import { pathFromRoot } from './paths.mjs';
import { ensureWebBuilt } from './web-build.mjs';

/** Takes pictures of every screen into test-results/shots. */
export async function shots() {
  const chromium = bringChromium();
  if (!chromium) throw new Error('There is no Chromium to take pictures with.');
  if ((await ensureWebBuilt()) !== 0) return 1;
  const env = { ...process.env, CHROMIUM_PATH: chromium };
  const code = await tool('playwright', ['test', '--config', 'playwright.shots.config.ts', '--reporter=list'], env);
  if (code === 0) process.stdout.write(`\n${pathFromRoot('test-results/shots/index.html')}\n`);
  return code;
}
