import { ageOfFullRun } from './full-run.mjs';
import { root } from './paths.mjs';
import { run } from './processes.mjs';
import { productLines } from './product-lines.mjs';

/**
 * @typedef {object} Check
 * @property {string} title
 * @property {[tool: string, ...args: string[]]} command
 */

/** Static checks of the code. @type {Check[]} */
export const CHECKS = [
  { title: 'Format', command: ['oxfmt', '--check', '.'] },
  { title: 'Lint and types', command: ['oxlint'] },
  { title: 'Dead code', command: ['knip'] },
];

/** Runs every check, lists the failed ones, and prints the product's lines. Resolves to the exit code. */
export async function checkAll() {
  const failed = [];
  for (const check of CHECKS) if (!(await passes(check))) failed.push(check.title);
  const { isStale, sentence } = ageOfFullRun();
  process.stdout.write(`\n${productLines()}\n${sentence}\n`);
  if (isStale) failed.push('`npm run test:all` is due');
  process.stdout.write(failed.length > 0 ? `Failed: ${failed.join(', ')}\n` : 'All checks passed.\n');
  return failed.length > 0 ? 1 : 0;
}

/** Formats every file. */
export async function format() {
  return tool('oxfmt', ['.']);
}

/**
 * Runs a check, prints a line with its seconds, and its output if it failed. Resolves to whether it passed.
 * @param {Check} check
 * @returns {Promise<boolean>}
 */
export async function passes({ title, command: [name, ...args] }) {
  let output = '';
  return timed(title, async () => {
    const passed = (await tool(name, args, process.env, (text) => (output += text))) === 0;
    if (!passed) process.stdout.write(output);
    return passed;
  });
}

/**
 * Does the work of a part and prints a line with its outcome and its seconds.
 * @param {string} title
 * @param {() => Promise<boolean>} work
 */
export async function timed(title, work) {
  const startedAt = performance.now();
  const ok = await work();
  process.stdout.write(`${ok ? '✓' : '✗'} ${title} (${Math.round((performance.now() - startedAt) / 1_000)} s)\n`);
  return ok;
}

/**
 * Runs a tool from node_modules/.bin. Resolves to the exit code.
 * @param {string} name
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @param {(text: string) => void} [onOutput] receives the output, which is printed otherwise
 */
export async function tool(name, args, env = process.env, onOutput) {
  return run(name, args, { cwd: root, env, shell: process.platform === 'win32', ...(onOutput && { onOutput }) });
}
