import { parseArgs } from 'node:util';
import { tool } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { pathFromRoot, root } from './paths.mjs';
import { run } from './processes.mjs';
import { resultsFolder } from './results.mjs';
import { clearSettings } from './settings.mjs';
import { ensureWebBuilt } from './web-build.mjs';

/** Runs random schedules of faults against real nodes. @param {string[]} args */
export const chaos = (args) => verify('faults/run.ts', ['--results', resultsFolder(), ...args]);

/** Sends generated requests, events and frames to a node. @param {string[]} args */
export const fuzz = (args) => verify('fuzz/run.ts', ['--results', resultsFolder(), ...args]);

/** Runs joins, edits and leaves for a long time and checks for leaks. @param {string[]} args */
export const soak = (args) => verify('soak/run.ts', ['--results', resultsFolder(), ...args]);

/**
 * Plays random schedules of the outbox; with `--kills`, kills a real browser that often instead.
 * @param {string[]} args
 */
export async function model(args) {
  const kills = args[args.indexOf('--kills') + 1];
  if (args.includes('--kills') && kills !== undefined) return browserTest('e2e/specs/kill.spec.ts', { KILLS: kills });
  return verify('outbox/run.ts', args);
}

/** Rewrites the access matrices, whose diff is reviewed. */
export async function matrix() {
  clearSettings();
  return tool('vitest', ['run', '--project', 'server', 'access-matrix', '--update']);
}

/**
 * Presses random keys in three editors of one room and compares their drawn text with the server's.
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
 * @param {string} file
 * @param {string[]} args
 */
async function verify(file, args) {
  clearSettings();
  return run(process.execPath, [pathFromRoot(`verification/${file}`), ...args], { cwd: root, env: process.env });
}

/**
 * Runs one browser test on the built web app. Resolves to the exit code.
 * @param {string} file
 * @param {Record<string, string>} settings of the test
 */
async function browserTest(file, settings) {
  clearSettings();
  const chromium = await ensureChromium();
  if (!chromium) throw new Error('The test needs Chromium.');
  if ((await ensureWebBuilt()) !== 0) return 1;
  const env = { ...process.env, CHROMIUM_PATH: chromium, ...settings };
  return tool('playwright', ['test', file, '--reporter=list'], env);
}
