import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './paths.mjs';

/** Lines of a message that are shown again at the end; what it says in full stands where the test ran. */
const LINES = 12;
/** Lines of what the page showed: on a machine that is gone afterwards, nothing else tells it. */
const PAGE_LINES = 60;

/**
 * @typedef {{ message?: string }} BrowserError
 * @typedef {{ errors?: BrowserError[], attachments?: { name: string, path?: string }[] }} BrowserResult
 * @typedef {{ title: string, file: string, ok: boolean, tests: { projectName: string, results: BrowserResult[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * What failed by Vitest's JSON report: the test, its file and the head of what it says. Files that could not be run are
 * among them; a report that is missing names none.
 * @param {{ testResults?: { name: string, message: string, status: string, assertionResults: { fullName: string, status: string, failureMessages?: string[] }[] }[] }} report
 * @returns {string[]}
 */
export function failuresOfVitest({ testResults = [] }) {
  return testResults.flatMap(({ name, message, status, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [told(file, [message])] : [];
    return failed.map(({ fullName, failureMessages = [] }) => told(`${file} › ${fullName}`, failureMessages));
  });
}

/**
 * The same by Playwright's JSON report, with the project the test failed in and what the page showed.
 * @param {{ suites?: Suite[], errors?: BrowserError[] }} report
 * @returns {string[]}
 */
export function failuresOfPlaywright({ suites = [], errors = [] }) {
  const outside = errors.map(({ message = '' }) => told('outside of any test', [message]));
  return [...outside, ...suites.flatMap(failuresOfSuite)];
}

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
function failuresOfSuite({ specs = [], suites = [] }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const results = tests.flatMap((test) => test.results);
      const messages = results.flatMap(({ errors = [] }) => errors);
      const projects = tests.map(({ projectName }) => projectName).join(', ');
      const failure = told(
        `[${projects}] e2e/specs/${file} › ${title}`,
        messages.map(({ message = '' }) => message),
      );
      return [failure, ...results.flatMap(pageOf)].join('\n');
    });
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

/**
 * What the page showed when a test failed, as Playwright keeps it.
 * @param {BrowserResult} result
 * @returns {string[]} none where nothing is kept
 */
function pageOf({ attachments = [] }) {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  if (path === undefined) return [];
  const [, shown] = /```yaml\n([\s\S]*?)\n```/.exec(readFileSync(path, 'utf8')) ?? [];
  if (shown === undefined) return [];
  return ['    The page:', ...shown.split('\n').slice(0, PAGE_LINES).map(indented)];
}

/**
 * @param {string} what
 * @param {string[]} messages
 */
function told(what, messages) {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, LINES);
  return [what, ...lines.map(indented)].join('\n').trimEnd();
}

/** @param {string} line */
function indented(line) {
  return `    ${line}`;
}
