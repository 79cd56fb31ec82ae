import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './paths.mjs';

/**
 * @typedef {object} Count tests of one part of a run
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} flaky names of tests that passed only at the second try
 * @property {string[]} failures name and message of each failure
 */
/** @typedef {Count & { title: string }} Part */

/** Lines of each message in the summary; the full message is in the test's own output. */
const LINES = 12;
/** Lines of the page snapshot, because on a CI machine nothing else keeps it. */
const PAGE_LINES = 60;
/** If more tests than this passed only at the second try, the run has failed. */
const FLAKY_MAX = 3;

/**
 * Counts a step as one test.
 * @param {boolean} ok
 * @returns {Count}
 */
export function one(ok) {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, flaky: [], failures: [] };
}

/**
 * Prints a warning about tests that cannot run. If CI is set, they count as a failure, otherwise as skipped.
 * @param {string} what
 * @returns {Count}
 */
export function missing(what) {
  const isFailure = Boolean(process.env['CI']);
  process.stdout.write(`\n!! NOT RUN. Missing: ${what}\n`);
  return { ...one(!isFailure), passed: 0, skipped: isFailure ? 0 : 1 };
}

/**
 * Counts the tests in Vitest's JSON report. Tests that the run left out by their tag do not count.
 * @param {number} code exit code of Vitest
 * @param {string} path of the report
 * @returns {Count}
 */
export function countOfVitest(code, path) {
  /**
   * @type {{ testResults?: { name: string, message: string, status: string, assertionResults: { fullName: string,
   * status: string, tags: string[], failureMessages: string[] }[] }[] }}
   */
  const { testResults = [] } = read(path);
  /** @type {Count} */
  const count = { passed: 0, failed: 0, skipped: 0, flaky: [], failures: [] };
  for (const { name, message, status, assertionResults } of testResults) {
    const file = relative(root, name);
    for (const test of assertionResults) {
      const title = `${file} › ${test.fullName}`;
      if (test.status === 'passed') count.passed++;
      else if (test.status !== 'failed') count.skipped += test.tags.includes('long') ? 0 : 1;
      else {
        count.failed++;
        count.failures.push(format(title, test.failureMessages));
      }
      // Vitest keeps the messages of the first try.
      if (test.status === 'passed' && test.failureMessages.length > 0) count.flaky.push(title);
    }
    if (status === 'failed' && assertionResults.every((test) => test.status !== 'failed'))
      count.failures.push(format(file, [message]));
  }
  return settle(code, count);
}

/**
 * @typedef {{ message?: string }} BrowserError
 * @typedef {{ errors?: BrowserError[], attachments?: { name: string, path?: string }[] }} BrowserResult
 * @typedef {{ title: string, file: string, tests: { status: string, results: BrowserResult[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * Counts the tests in Playwright's JSON report.
 * @param {number} code exit code of Playwright
 * @param {string} path of the report
 * @returns {Count}
 */
export function countOfPlaywright(code, path) {
  /** @type {{ suites?: Suite[], errors?: BrowserError[] }} */
  const { suites = [], errors = [] } = read(path);
  const failures = errors.map(({ message = '' }) => format('outside of any test', [message]));
  /** @type {Count} */
  const count = { passed: 0, failed: 0, skipped: 0, flaky: [], failures };
  for (const { title, file, tests } of suites.flatMap(specsOf))
    for (const { status, results } of tests) {
      const name = `e2e/specs/${file} › ${title}`;
      if (status === 'skipped') count.skipped++;
      else if (status === 'unexpected') {
        count.failed++;
        count.failures.push(describeFailure(name, results));
      } else count.passed++;
      if (status === 'flaky') count.flaky.push(name);
    }
  return settle(code, count);
}

/** @type {(suite: Suite) => Spec[]} */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/**
 * A failure outside of any test, or a run without tests, counts as one failure.
 * @param {number} code
 * @param {Count} count
 */
function settle(code, count) {
  const hasFailed = code !== 0 || count.passed + count.failed + count.skipped === 0;
  return { ...count, failed: hasFailed && count.failed === 0 ? 1 : count.failed };
}

/**
 * @param {string} name
 * @param {BrowserResult[]} results
 */
function describeFailure(name, results) {
  const messages = results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message));
  return [format(name, messages), ...results.flatMap(snapshotOf)].join('\n');
}

/**
 * Returns the page snapshot of a failed test; an empty list if there is none.
 * @param {BrowserResult} result
 */
function snapshotOf({ attachments = [] }) {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  if (path === undefined || !existsSync(path)) return [];
  const [, snapshot] = /```yaml\n([\s\S]*?)\n```/.exec(readFileSync(path, 'utf8')) ?? [];
  if (snapshot === undefined) return [];
  return ['    The page:', ...snapshot.split('\n').slice(0, PAGE_LINES).map(indent)];
}

/**
 * @param {string} name
 * @param {string[]} messages
 */
function format(name, messages) {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, LINES);
  return [name, ...lines.map(indent)].join('\n').trimEnd();
}

/** @param {string} line */
const indent = (line) => `    ${line}`;

/**
 * Prints failures, parts that did not run in full, flaky tests, and last one line with all counts. Returns whether the
 * run passed.
 * @param {Part[]} parts
 */
export function report(parts) {
  const failures = parts.flatMap((part) => part.failures);
  const flaky = parts.flatMap((part) => part.flaky);
  const total = (/** @type {'passed' | 'failed' | 'skipped'} */ what) =>
    parts.reduce((sum, part) => sum + part[what], 0);
  const failed = total('failed') + (flaky.length > FLAKY_MAX ? 1 : 0);
  for (const failure of failures) process.stdout.write(`\n✗ ${failure}\n`);
  const incomplete = parts.filter((part) => part.failed + part.skipped > 0).map(({ title }) => title);
  if (incomplete.length > 0) process.stdout.write(`\nFailed or not run in full: ${incomplete.join(', ')}\n`);
  if (flaky.length > FLAKY_MAX) process.stdout.write(`\nMore than ${FLAKY_MAX} tests are flaky.\n`);
  process.stdout.write('\n');
  for (const name of flaky) process.stdout.write(`flaky: ${name}\n`);
  const skipped = total('skipped');
  process.stdout.write(`${total('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`);
  return { ok: failed === 0, passed: total('passed'), skipped, flaky };
}

/**
 * @param {string} path
 * @returns {any} the report; {} if the tool ended before it wrote one
 */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}
