import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { CHECKS, heading, passes, tool } from './checks.mjs';
import { bringChromium } from './chromium.mjs';
import { pathFromRoot, root } from './paths.mjs';
import { run } from './processes.mjs';
import { settingNames } from './settings.mjs';
import { ensureWebBuilt } from './web-build.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

const vitestReport = pathFromRoot('.cache/reports/vitest.json');
const browserReport = pathFromRoot('.cache/reports/playwright.json');

/** Everything CI runs, one part after the other; ends with one line that counts them all. Resolves to the exit code. */
export async function testAll() {
  clearSettings();
  rmSync(pathFromRoot('.cache/reports'), { recursive: true, force: true });
  mkdirSync(pathFromRoot('.cache/reports'), { recursive: true });
  /** @type {Count[]} */
  const counts = [];
  for (const check of CHECKS) counts.push(one(await passes(check)));
  heading('Unit and integration tests');
  counts.push(await vitest());
  heading('Web build');
  const built = (await ensureWebBuilt()) === 0;
  counts.push(one(built));
  heading('Browser tests');
  counts.push(built ? await browserTests() : missing('the web app, which could not be built'));
  return report(counts);
}

/** Tests see the product's defaults, whatever this shell or a surrounding npm has set. */
function clearSettings() {
  const services = ['REDIS_URL', 'DATABASE_URL'];
  for (const name of ['NODE_ENV', ...settingNames()]) if (!services.includes(name)) delete process.env[name];
}

/** @returns {Promise<Count>} */
async function vitest() {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const services = await run(process.execPath, [pathFromRoot('server/src/testing/services/check.ts')], {
    cwd: root,
    env: process.env,
  });
  const lacking = services === 0 ? [] : [missing('Redis and Postgres: the server tests did not run')];
  if (lacking.length > 0) args.push('--project=!server');
  const code = await tool('vitest', args);
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = readReport(vitestReport);
  return sum([count(code, { passed, failed, skipped: numPendingTests + numTodoTests }), ...lacking]);
}

/** @returns {Promise<Count>} */
async function browserTests() {
  const chromium = bringChromium();
  if (!chromium) return missing('Chromium: the browser tests did not run');
  const env = { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport };
  const code = await tool('playwright', ['test', '--reporter=list,json'], env);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = readReport(browserReport).stats ?? {};
  return count(code, { passed: expected, failed: unexpected + flaky, skipped });
}

/**
 * A run may fail outside of any test: then the failure counts as one.
 * @param {number} code
 * @param {Partial<Count>} counted
 * @returns {Count}
 */
function count(code, { passed = 0, failed = 0, skipped = 0 }) {
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped };
}

/**
 * @param {boolean} ok
 * @returns {Count}
 */
function one(ok) {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/**
 * Says loudly what could not run; with CI set it is a failure.
 * @param {string} what
 * @returns {Count}
 */
function missing(what) {
  const isFailure = Boolean(process.env['CI']);
  const rule = '!'.repeat(72);
  process.stdout.write(`\n${rule}\n!! NOT RUN. Missing: ${what}\n${rule}\n\n`);
  return { passed: 0, failed: isFailure ? 1 : 0, skipped: isFailure ? 0 : 1 };
}

/**
 * @param {string} path
 * @returns {any} what the tool wrote, {} when it ended before
 */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * @param {Count[]} counts
 * @returns {Count}
 */
function sum(counts) {
  const total = one(true);
  total.passed = 0;
  for (const { passed, failed, skipped } of counts) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/** @param {Count[]} counts */
function report(counts) {
  const { passed, failed, skipped } = sum(counts);
  process.stdout.write(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  return failed > 0 ? 1 : 0;
}
