import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './paths.mjs';

/** Lines of each message in the summary; the full message is in the test's own output. */
const LINES = 12;
/** Lines of the page snapshot: on a CI machine nothing else keeps it. */
const PAGE_LINES = 60;

/**
 * @typedef {{ message?: string }} BrowserError
 * @typedef {{ errors?: BrowserError[], attachments?: { name: string, path?: string }[] }} BrowserResult
 * @typedef {{ title: string, file: string, ok: boolean, tests: { projectName: string, results: BrowserResult[] }[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * Lists the failures of Vitest's JSON report: file, test and the head of the message, and files that could not run.
 * Returns an empty list for a missing report.
 * @param {{ testResults?: { name: string, message: string, status: string, assertionResults: { fullName: string, status: string, failureMessages?: string[] }[] }[] }} report
 * @returns {string[]}
 */
export function failuresOfVitest({ testResults = [] }) {
  return testResults.flatMap(({ name, message, status, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [format(file, [message])] : [];
    return failed.map(({ fullName, failureMessages = [] }) => format(`${file} › ${fullName}`, failureMessages));
  });
}

/**
 * Lists the failures of Playwright's JSON report, with the project and the page snapshot.
 * @param {{ suites?: Suite[], errors?: BrowserError[] }} report
 * @returns {string[]}
 */
export function failuresOfPlaywright({ suites = [], errors = [] }) {
  const outside = errors.map(({ message = '' }) => format('outside of any test', [message]));
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
      const failure = format(
        `[${projects}] e2e/specs/${file} › ${title}`,
        messages.map(({ message = '' }) => message),
      );
      return [failure, ...results.flatMap(snapshotOf)].join('\n');
    });
  return [...own, ...suites.flatMap(failuresOfSuite)];
}

/**
 * Returns the page snapshot of a failed test.
 * @param {BrowserResult} result
 * @returns {string[]} empty without a snapshot
 */
function snapshotOf({ attachments = [] }) {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  if (path === undefined) return [];
  const [, snapshot] = /```yaml\n([\s\S]*?)\n```/.exec(readFileSync(path, 'utf8')) ?? [];
  if (snapshot === undefined) return [];
  return ['    The page:', ...snapshot.split('\n').slice(0, PAGE_LINES).map(indent)];
}

/**
 * @param {string} what
 * @param {string[]} messages
 */
function format(what, messages) {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, LINES);
  return [what, ...lines.map(indent)].join('\n').trimEnd();
}

/** @param {string} line */
function indent(line) {
  return `    ${line}`;
}
