import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkBudgets } from './budgets.mjs';
import { CHECKS, heading, passes, tool } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { many, missing, one, report, sum } from './counts.mjs';
import { failuresOfPlaywright, failuresOfVitest } from './failures.mjs';
import { pathFromRoot, root } from './paths.mjs';
import { run } from './processes.mjs';
import { resultsFolder } from './results.mjs';
import { settingNames } from './settings.mjs';
import { ensureWebBuilt } from './web-build.mjs';

/** @typedef {import('./counts.mjs').Count} Count */
/** @typedef {import('./counts.mjs').Part} Part */

const vitestReport = pathFromRoot('.cache/reports/vitest.json');
const browserReport = pathFromRoot('.cache/reports/playwright.json');

/** Runs everything that CI runs and prints one line with the counts. Resolves to the exit code. */
export async function testAll() {
  clearSettings();
  rmSync(pathFromRoot('.cache/reports'), { recursive: true, force: true });
  mkdirSync(pathFromRoot('.cache/reports'), { recursive: true });
  /** @type {Part[]} */
  const parts = [];
  for (const check of CHECKS) parts.push({ title: check.title, ...one(await passes(check)) });
  parts.push(await part('Unit and integration tests', vitest));
  const web = await part('Web build', async () => one((await ensureWebBuilt()) === 0));
  const skipped = async () => missing('the web app: its build failed');
  const isBuilt = web.failed === 0;
  parts.push(web, await part('Sizes', isBuilt ? async () => checkBudgets() : skipped));
  parts.push(await part('Browser tests', isBuilt ? browserTests : skipped));
  return report(parts);
}

/**
 * Runs random schedules of faults against real nodes.
 * @param {string[]} args
 */
export async function chaos(args) {
  return verify('faults/run.ts', args);
}

/**
 * @param {string} file
 * @param {string[]} args
 */
async function verify(file, args) {
  clearSettings();
  const results = ['--results', resultsFolder()];
  return run(process.execPath, [pathFromRoot(`verification/${file}`), ...results, ...args], {
    cwd: root,
    env: process.env,
  });
}

/**
 * Sends generated requests, events and frames to a node.
 * @param {string[]} args
 */
export async function fuzz(args) {
  return verify('fuzz/run.ts', args);
}

/**
 * Removes each check between tenants, one after the other, and expects a test to fail.
 * @param {string[]} args
 */
export async function mutants(args) {
  return verify('mutation/run.ts', args);
}

/**
 * Runs joins, edits and leaves for a long time and checks for leaks.
 * @param {string[]} args
 */
export async function soak(args) {
  return verify('soak/run.ts', args);
}

/** Rewrites the access matrices, whose diff is reviewed. */
export async function matrix() {
  clearSettings();
  return tool('vitest', ['run', '--project', 'server', 'access-matrix', '--update']);
}

/**
 * Plays random schedules of the outbox; with `--kills`, kills a real browser that often instead.
 * @param {string[]} args
 */
export async function model(args) {
  const kills = args[args.indexOf('--kills') + 1];
  if (args.includes('--kills') && kills !== undefined) return killBrowsers(kills);
  return run(process.execPath, [pathFromRoot('verification/outbox/run.ts'), ...args], { cwd: root, env: process.env });
}

/** @param {string} kills */
async function killBrowsers(kills) {
  return browserTest('e2e/specs/kill.spec.ts', { KILLS: kills });
}

/**
 * Presses random keys in three editors of one room and compares what they draw with the server's text.
 * @param {string[]} args
 */
export async function soakEditors(args) {
  const { minutes, seed } = parseArgs({
    args,
    options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
  }).values;
  return browserTest('e2e/specs/editor-soak.spec.ts', { SOAK_MINUTES: minutes, SOAK_SEED: seed });
}

/**
 * Runs one browser test on the built web app. Resolves to the exit code.
 * @param {string} file
 * @param {Record<string, string>} settings of the test
 */
async function browserTest(file, settings) {
  clearSettings();
  const chromium = ensureChromium();
  if (!chromium) throw new Error('The test needs Chromium.');
  if ((await ensureWebBuilt()) !== 0) return 1;
  return tool('playwright', ['test', file, '--reporter=list'], {
    ...process.env,
    CHROMIUM_PATH: chromium,
    ...settings,
  });
}

/**
 * @param {string} title
 * @param {() => Promise<Count>} work
 * @returns {Promise<Part>}
 */
async function part(title, work) {
  heading(title);
  return { title, ...(await work()) };
}

/** Removes settings of this shell or a surrounding npm: tests run with the product's defaults. */
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
  const lacking = services === 0 ? [] : [missing('Redis and Postgres, for the tests of the server')];
  if (lacking.length > 0) args.push('--project=!server', '--project=!verification');
  const code = await tool('vitest', args);
  const result = readReport(vitestReport);
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = result;
  const counted = many(code, { passed, failed, skipped });
  return sum([{ ...counted, failures: failuresOfVitest(result) }, ...lacking]);
}

/** @returns {Promise<Count>} */
async function browserTests() {
  const chromium = ensureChromium();
  if (!chromium) return missing('Chromium, for the browser tests');
  const env = { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport };
  const code = await tool('playwright', ['test', '--reporter=list,json'], env);
  const result = readReport(browserReport);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = result.stats ?? {};
  const counted = many(code, { passed: expected, failed: unexpected + flaky, skipped });
  return { ...counted, failures: failuresOfPlaywright(result) };
}

/**
 * @param {string} path
 * @returns {any} the report, or {} when the tool ended before it wrote one
 */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}
