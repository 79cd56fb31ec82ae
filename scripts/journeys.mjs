import { execFileSync } from 'node:child_process';
import { root } from './paths.mjs';

/**
 * The browser tests (e2e/specs) of each feature or screen, by the name of its folder. @type {Record<string, string[]>}
 */
const JOURNEYS = {
  accounts: ['account', 'signed-out', 'roles', 'first-steps'],
  audit: ['account'],
  auth: ['account', 'signed-out', 'single-sign-on'],
  'before-room': ['readiness', 'waiting-room'],
  billing: ['billing'],
  candidate: ['receipt', 'rules'],
  codemirror: ['completion', 'vim', 'composition', 'low-screen'],
  company: ['account'],
  completion: ['completion', 'completion-python'],
  connection: ['typing-offline', 'kept-room'],
  cursors: ['follow', 'client-ids'],
  dashboard: ['planned', 'first-steps'],
  device: ['device', 'keeps'],
  documents: [
    'interview',
    'typing-offline',
    'paused-typing',
    'kept-room',
    'composition',
    'hostile-text',
    'plain-client',
  ],
  editor: ['prejoin', 'editor-settings', 'new-line', 'paused-typing'],
  exports: ['receipt'],
  files: ['files', 'run-files', 'question-files', 'playback-files'],
  format: ['format'],
  frame: ['run', 'run-isolation', 'run-limits'],
  integrations: ['account', 'planned'],
  interviewers: ['roles'],
  interviews: ['planned', 'outbox', 'sessions-list', 'rules'],
  landing: ['landing'],
  languages: ['run-as-known', 'run-languages', 'run-node'],
  monaco: ['completion', 'format', 'editor-settings', 'react-bug'],
  offline: ['offline', 'kept-room'],
  outbox: ['outbox', 'offline'],
  packages: ['run-packages', 'run-python-packages'],
  palette: ['navigation'],
  plans: ['billing'],
  playback: ['playback', 'sharing', 'playback-files'],
  prejoin: ['prejoin'],
  preview: ['preview', 'preview-isolation', 'preview-errors', 'preview-pictures', 'page-tests'],
  pwa: ['installed', 'update', 'offline'],
  questions: ['questions', 'question-editor', 'question-files'],
  receipts: ['receipt'],
  room: ['interview', 'waiting-room', 'low-screen', 'room-panels', 'keyboard'],
  rooms: ['interview', 'waiting-room', 'hostile-client'],
  runner: ['run', 'run-devices', 'run-isolation'],
  runs: ['run', 'run-devices', 'run-offline', 'run-test-files', 'run-engine'],
  scorecards: ['scorecards'],
  screens: ['every-screen'],
  search: ['navigation'],
  settings: ['account'],
  'share-target': ['share-target'],
  shared: ['every-screen'],
  sync: ['typing-offline', 'kept-room', 'paused-typing'],
  'test-payments': ['billing'],
  timeline: ['playback'],
  try: ['try'],
  worker: ['run-runtimes', 'run-limits'],
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
