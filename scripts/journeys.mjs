import { execFileSync } from 'node:child_process';
import { root } from './paths.mjs';

/**
 * The browser tests (e2e/specs) of each feature or screen, by the name of its folder. @type {Record<string, string[]>}
 */
const JOURNEYS = {
  accounts: ['account', 'signed-out', 'roles'],
  auth: ['account', 'signed-out', 'single-sign-on'],
  'before-room': ['readiness'],
  billing: ['billing'],
  candidate: ['receipt'],
  completion: ['completion'],
  dashboard: ['planned'],
  device: ['device'],
  documents: ['interview', 'typing-offline', 'paused-typing', 'kept-room', 'composition'],
  editor: ['prejoin'],
  files: ['files', 'run-files'],
  format: ['format'],
  interviewers: ['roles'],
  interviews: ['planned', 'outbox'],
  landing: ['landing'],
  outbox: ['outbox', 'offline'],
  packages: ['run-packages'],
  plans: ['billing'],
  playback: ['playback', 'sharing'],
  prejoin: ['prejoin'],
  preview: ['preview', 'preview-isolation'],
  pwa: ['installed', 'update', 'offline'],
  questions: ['questions'],
  receipts: ['receipt'],
  room: ['interview', 'waiting-room', 'low-screen'],
  rooms: ['interview', 'waiting-room'],
  runner: ['run', 'run-devices'],
  runs: ['run', 'run-devices'],
  scorecards: ['scorecards'],
  settings: ['account'],
  screens: ['every-screen'],
  'share-target': ['share-target'],
  shared: ['every-screen'],
  try: ['try'],
};

/**
 * Returns the files that changed since a commit, committed or not.
 * @param {string} base
 * @returns {string[]}
 */
export function changedFiles(base) {
  const list = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...list('diff', '--name-only', base), ...list('ls-files', '--others', '--exclude-standard')];
}

/**
 * Returns the browser tests of changed files.
 * @param {string[]} files
 * @returns {string[]} paths of specs
 */
export function journeysOf(files) {
  const names = files.flatMap((file) => {
    const [, spec] = /^e2e\/specs\/(.+)\.spec\.ts$/.exec(file) ?? [];
    if (spec !== undefined) return [spec];
    if (!/^(web|contracts\/src|server\/src\/features)\//.test(file) || /\.test\.tsx?$/.test(file)) return [];
    return file.split('/').flatMap((folder) => JOURNEYS[folder] ?? []);
  });
  return [...new Set(names)].map((name) => `e2e/specs/${name}.spec.ts`);
}

/**
 * Returns whether a change of the file may open data to the wrong people: then the whole matrices run.
 * @param {string} file
 */
export const mayChangeAccess = (file) =>
  /^(contracts\/src|server\/src\/(platform\/http|features))\/.+\.ts$/.test(file) && !file.endsWith('.test.ts');
