import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { checkBudgets } from './budgets.mjs';
import { CHECKS, passes, timed, tool } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { missingEngines } from './engines.mjs';
import { ageOfFullRun, numberOfSeed, recordFullRun, seedOfCommit } from './full-run.mjs';
import { changedFiles, mayChangeAccess, journeysOf } from './journeys.mjs';
import { pathFromRoot, root } from './paths.mjs';
import { run } from './processes.mjs';
import { countOfPlaywright, countOfVitest, missing, one, report } from './reports.mjs';
import { clearSettings } from './settings.mjs';
import { ensureWebBuilt } from './web-build.mjs';

/** @typedef {import('./reports.mjs').Count} Count */
/** @typedef {import('./reports.mjs').Part} Part */

const reports = pathFromRoot('.cache/reports');
/** Tests that passed only at the second try, until they are mended or deleted. */
const FLAKY_LIST = pathFromRoot('verification/flaky.txt');

/** Without the tests that take minutes. */
const SHORT = { vitest: ['--tags-filter=!long'], playwright: ['--grep-invert=@long'] };
const WHOLE = { vitest: [], playwright: [] };

/** Runs the tests that every change must pass. Resolves to the exit code. */
export async function test() {
  return (await runEverything({ ...SHORT, playwright: [`--grep-invert=@long|${restingTurn()}`] })).ok ? 0 : 1;
}

/** Runs every test, and records it if all passed and no part was missing. Resolves to the exit code. */
export async function testAll() {
  const startedAt = performance.now();
  const { ok, passed, skipped } = await runEverything(WHOLE);
  if (ok && skipped === 0) recordFullRun({ passed, seconds: Math.round((performance.now() - startedAt) / 1_000) });
  return ok ? 0 : 1;
}

/**
 * Runs the tests of all changes since a commit, by default of the uncommitted ones: units by the graph of imports,
 * browser journeys by feature, also the long ones, and the whole access matrices if a contract or a rule of access
 * changed. Resolves to the exit code.
 * @param {string[]} args
 */
export async function testChanged([base = 'HEAD']) {
  prepare();
  const files = changedFiles(base);
  const parts = [await unitTests([...SHORT.vitest, `--changed=${base}`, '--passWithNoTests'], files.length === 0)];
  if (files.some(mayChangeAccess)) parts.push(await unitTests(['--project=server', 'access-matrix']));
  const journeys = journeysOf(files);
  if (journeys.length > 0) {
    const isBuilt = (await ensureWebBuilt()) === 0;
    parts.push(isBuilt ? await browserTests(await ensureChromium(), journeys) : { title: 'Web build', ...one(false) });
  }
  return report(parts).ok ? 0 : 1;
}

/**
 * The checks and the build share the cores with the unit tests, most of which wait for a database.
 * @param {typeof SHORT} suite
 */
async function runEverything(suite) {
  prepare();
  // It would grow with each change of a module.
  rmSync(pathFromRoot('.cache/compile'), { recursive: true, force: true });
  process.stdout.write(`${ageOfFullRun().sentence}\n`);
  const [aside, units, chromium] = await Promise.all([buildAndCheck(), unitTests(suite.vitest), ensureChromium()]);
  const isBuilt = aside.every(({ title, failed }) => title !== 'Web build' || failed === 0);
  const browser = isBuilt
    ? await browserTests(chromium, suite.playwright)
    : { title: 'Browser tests', ...missing('the web app: its build failed') };
  const engines = suite === WHOLE ? missingEngines() : [];
  const others = engines.map((what) => ({ title: 'Journeys in Firefox and WebKit', ...missing(what) }));
  const result = report([...aside, units, browser, ...others]);
  for (const name of result.flaky) appendFileSync(FLAKY_LIST, `${process.env['TEST_SEED']} ${name}\n`);
  return result;
}

/**
 * Returns the tag of the journeys that rest: half of all that take turns. A bit of the commit's hash selects them; two
 * other bits select the look of the screens (every-screen.spec).
 */
function restingTurn() {
  return Math.floor(numberOfSeed() / 4) % 2 === 1 ? '@even' : '@odd';
}

function prepare() {
  clearSettings();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  // Servers and worker threads, of which the tests start hundreds, load their modules in half the time.
  process.env['NODE_COMPILE_CACHE'] ??= pathFromRoot('.cache/compile');
  process.env['TEST_SEED'] ??= seedOfCommit();
  process.stdout.write(`Samples by TEST_SEED=${process.env['TEST_SEED']}\n`);
}

/** @returns {Promise<Part[]>} */
async function buildAndCheck() {
  const isBuilt = await timed('Web build', async () => (await ensureWebBuilt()) === 0);
  /** @type {Part[]} */
  const parts = [{ title: 'Web build', ...one(isBuilt) }];
  if (isBuilt) parts.push({ title: 'Sizes', ...checkBudgets() });
  for (const check of CHECKS) parts.push({ title: check.title, ...one(await passes(check)) });
  return parts;
}

/**
 * @param {string[]} args of Vitest
 * @param {boolean} [mayBeEmpty]
 * @returns {Promise<Part>}
 */
async function unitTests(args, mayBeEmpty = false) {
  const title = 'Unit and integration tests';
  const path = `${reports}/vitest-${performance.now()}.json`;
  const check = pathFromRoot('server/src/testing/services/check.ts');
  const hasServices = (await run(process.execPath, [check], { cwd: root, env: process.env })) === 0;
  const lacking = hasServices ? [] : ['--project=!server', '--project=!verification'];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
  const code = await tool('vitest', ['run', '--retry=1', ...reporters, ...lacking, ...args]);
  const count = countOfVitest(code, path);
  if (mayBeEmpty && code === 0) return { title, ...count, failed: 0 };
  if (hasServices) return { title, ...count };
  const { failed, skipped } = missing('Redis and Postgres, for the tests of the server');
  return { title, ...count, failed: count.failed + failed, skipped: count.skipped + skipped };
}

/**
 * @param {string | undefined} chromium path of its executable
 * @param {string[]} args of Playwright
 * @returns {Promise<Part>}
 */
async function browserTests(chromium, args) {
  const title = 'Browser tests';
  if (!chromium) return { title, ...missing('Chromium, for the browser tests') };
  const path = `${reports}/playwright.json`;
  const env = { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: path };
  const code = await tool('playwright', ['test', '--retries=1', '--reporter=list,json', ...args], env);
  return { title, ...countOfPlaywright(code, path) };
}
