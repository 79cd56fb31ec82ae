import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkBudgets } from './budgets.mjs';
import { CHECKS, heading, passes, tool } from './checks.mjs';
import { bringChromium } from './chromium.mjs';
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

/** Everything CI runs, one part after the other; ends with one line that counts them all. Resolves to the exit code. */
export async function testAll() {
  clearSettings();
  rmSync(pathFromRoot('.cache/reports'), { recursive: true, force: true });
  mkdirSync(pathFromRoot('.cache/reports'), { recursive: true });
  /** @type {Part[]} */
  const parts = [];
  for (const check of CHECKS) parts.push({ title: check.title, ...one(await passes(check)) });
  parts.push(await part('Unit and integration tests', vitest));
  const web = await part('Web build', async () => one((await ensureWebBuilt()) === 0));
  const broken = async () => missing('the web app, which could not be built');
  const isBuilt = web.failed === 0;
  parts.push(web, await part('Sizes', isBuilt ? async () => checkBudgets() : broken));
  parts.push(await part('Browser tests', isBuilt ? browserTests : broken));
  return report(parts);
}

/**
 * Runs as many random schedules of misfortunes as asked for.
 * @param {string[]} args
 */
export async function chaos(args) {
  return chaosTask('faults/run.ts', args);
}

/**
 * @param {string} file
 * @param {string[]} args
 */
async function chaosTask(file, args) {
  clearSettings();
  const kept = ['--results', resultsFolder()];
  return run(process.execPath, [pathFromRoot(`verification/${file}`), ...kept, ...args], { cwd: root, env: process.env });
}

/**
 * Sends generated requests, events and frames at a node.
 * @param {string[]} args
 */
export async function fuzz(args) {
  return chaosTask('fuzz/run.ts', args);
}

/**
 * Takes away what keeps tenants apart, one after the other, and demands that a test fails.
 * @param {string[]} args
 */
export async function mutants(args) {
  return chaosTask('mutation/run.ts', args);
}

/**
 * Lets people join, edit and leave for a long time, and looks at what is left of it.
 * @param {string[]} args
 */
export async function soak(args) {
  return chaosTask('soak/run.ts', args);
}

/** Writes the access matrices anew, for their difference to be read. */
export async function matrix() {
  clearSettings();
  return tool('vitest', ['run', '--project', 'server', 'access-matrix', '-t', 'gives everybody', '--update']);
}

/**
 * Plays as many random schedules of the queue of saves and ends as asked for; with `--kills`, kills a real browser
 * that often.
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
 * Lets three people press random keys in one room, and compares what their editors draw with what the server has.
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
  const chromium = bringChromium();
  if (!chromium) throw new Error('There is no Chromium for the test.');
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
  const lacking = services === 0 ? [] : [missing('Redis and Postgres: the tests of the server did not run')];
  if (lacking.length > 0) args.push('--project=!server', '--project=!verification');
  const code = await tool('vitest', args);
  const result = readReport(vitestReport);
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = result;
  const counted = many(code, { passed, failed, skipped });
  return sum([{ ...counted, failures: failuresOfVitest(result) }, ...lacking]);
}

/** @returns {Promise<Count>} */
async function browserTests() {
  const chromium = bringChromium();
  if (!chromium) return missing('Chromium: the browser tests did not run');
  const env = { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport };
  const code = await tool('playwright', ['test', '--reporter=list,json'], env);
  const result = readReport(browserReport);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = result.stats ?? {};
  const counted = many(code, { passed: expected, failed: unexpected + flaky, skipped });
  return { ...counted, failures: failuresOfPlaywright(result) };
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
