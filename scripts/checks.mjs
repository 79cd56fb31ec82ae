import { readFileSync } from 'node:fs';
import { pathFromRoot, root } from './paths.mjs';
import { run } from './processes.mjs';

/** @type {{ references: { path: string }[] }} */
const { references } = JSON.parse(readFileSync(pathFromRoot('tsconfig.json'), 'utf8'));

/**
 * @typedef {object} Check
 * @property {string} title
 * @property {[tool: string, ...args: string[]][]} commands all must succeed
 */

/** Static checks of the code. @type {Check[]} */
export const CHECKS = [
  { title: 'Format', commands: [['oxfmt', '--check', '.']] },
  { title: 'Lint', commands: [['oxlint', '--type-aware', '--deny-warnings']] },
  { title: 'Types', commands: references.map(({ path }) => ['tsc', '-p', path]) },
  { title: 'Dead code', commands: [['knip']] },
];

/** Runs every check and lists the failed ones. Resolves to the exit code. */
export async function checkAll() {
  const failed = [];
  for (const check of CHECKS) if (!(await passes(check))) failed.push(check.title);
  process.stdout.write(failed.length > 0 ? `\nFailed: ${failed.join(', ')}\n` : '\nAll checks passed.\n');
  return failed.length > 0 ? 1 : 0;
}

/** Formats every file. */
export async function format() {
  return tool('oxfmt', ['.']);
}

/**
 * @param {Check} check
 * @returns {Promise<boolean>}
 */
export async function passes({ title, commands }) {
  heading(title);
  let allPassed = true;
  for (const [name, ...args] of commands) if ((await tool(name, args)) !== 0) allPassed = false;
  return allPassed;
}

/** @param {string} title */
export function heading(title) {
  process.stdout.write(`\n── ${title} ${'─'.repeat(Math.max(0, 70 - title.length))}\n`);
}

/**
 * Runs a tool from node_modules/.bin. Resolves to the exit code.
 * @param {string} name
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function tool(name, args, env = process.env) {
  return run(name, args, { cwd: root, env, shell: process.platform === 'win32' });
}
