import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { tool } from './checks.mjs';
import { GATES } from './gates.mjs';
import { pathFromRoot, root } from './paths.mjs';
import { forwardSignals } from './processes.mjs';
import { codeState, commit, keepResult, keptResults, resultsFolder } from './results.mjs';

/** @typedef {import('./gates.mjs').Gate} Gate */
/** @typedef {import('./results.mjs').Result} Result */
/** @typedef {{ gate: Gate, result: Result | undefined, earlier: Result | undefined }} Line */

/** A gate that was stopped by a signal: it says nothing, and no other follows. */
const STOPPED = 'stopped';

const PAGE = pathFromRoot('docs/PROMISE.md');

/**
 * Runs the gates that have no result for what they run as it is, prints what is promised with its figures, and writes
 * docs/PROMISE.md from what is kept. `--only` takes gates by their names, `--short` runs small forms that are kept
 * apart and never written down, `--again` repeats, `--show` runs nothing. Resolves to the exit code.
 * @param {string[]} args
 */
export async function promise(args) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      short: { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
      show: { type: 'boolean', default: false },
    },
  });
  const names = values.only?.split(',');
  const unknown = names?.find((name) => !GATES.some(({ id }) => id === name));
  if (unknown !== undefined) throw new Error(`There is no gate ${unknown}: ${GATES.map(({ id }) => id).join(', ')}.`);
  const resultOf = (/** @type {Gate} */ gate) => (values.short ? shortResult(gate) : keptResults()[gate.id]);
  for (const gate of GATES) {
    const isWanted = !values.show && (names?.includes(gate.id) ?? true);
    const result = resultOf(gate);
    if (isWanted && (values.again || !isOfNow(gate, result) || !result?.ok))
      if ((await runGate(gate, values.short)) === STOPPED) return 1;
  }
  /** @type {Line[]} */
  const lines = GATES.map((gate) => {
    const result = resultOf(gate);
    return isOfNow(gate, result) ? { gate, result, earlier: undefined } : { gate, result: undefined, earlier: result };
  });
  process.stdout.write(`\n${table(lines)}\n`);
  if (!values.short) {
    writeFileSync(PAGE, page(lines));
    await tool('oxfmt', [PAGE]);
  }
  return lines.some(({ gate, result }) => (names?.includes(gate.id) ?? true) && result?.ok === false) ? 1 : 0;
}

/**
 * What is promised, as a table in Markdown: nothing in it that was not measured.
 * @param {Line[]} lines
 */
export function table(lines) {
  const rows = lines.map(({ gate, result, earlier }) => [
    gate.promised,
    result ? result.figure : earlier ? `${earlier.figure} (on ${earlier.commit})` : '–',
    gate.shown,
    stateOf(result, earlier),
  ]);
  const line = (/** @type {string[]} */ cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [['promised', 'figure', 'shown by', 'state'], ['---', '---', '---', '---'], ...rows].map(line).join('\n');
}

/**
 * @param {Result | undefined} result
 * @param {Result | undefined} earlier
 */
function stateOf(result, earlier) {
  if (result) return `${result.ok ? 'kept' : 'BROKEN'} (${result.commit}, ${duration(result.seconds)})`;
  return earlier ? `not run on this commit; ${earlier.ok ? 'kept' : 'BROKEN'} before` : 'not run on this commit';
}

/** @param {Line[]} lines */
function page(lines) {
  return `# What is promised, and what was measured

Written by \`npm run promise\` from results it kept in docs/promise.json; a gate without one says so. A result belongs to
the code it was measured on: any change of what the gate runs, which \`scripts/gates.mjs\` names, makes it due again. A
gate alone: \`npm run promise -- --only fuzz\`; all in a few minutes: \`--short\`, which is kept apart.

${table(lines)}
`;
}

/**
 * Whether what a gate runs is still what it was measured on.
 * @param {Gate} gate
 * @param {Result | undefined} result
 */
function isOfNow({ runs }, result) {
  return result?.code === codeState(runs);
}

/**
 * @param {Gate} gate
 * @param {boolean} isShort
 */
async function runGate(gate, isShort) {
  const [first = '', ...rest] = isShort && gate.short ? gate.short : gate.command;
  const args =
    first === 'vitest'
      ? [pathFromRoot('node_modules/vitest/vitest.mjs'), 'run', ...rest]
      : [pathFromRoot('scripts/task.mjs'), first, ...rest];
  process.stdout.write(`\n── ${gate.id}: ${gate.promised}\n`);
  const began = Date.now();
  const code = codeState(gate.runs);
  const { exitCode, output, signal } = await outputOf(args);
  if (signal !== null) return STOPPED;
  /** @type {Result} */
  const result = {
    ok: exitCode === 0,
    figure: figureOf(output, first === 'vitest'),
    seconds: Math.round((Date.now() - began) / 1_000),
    commit: commit(),
    at: new Date().toISOString(),
    code,
  };
  if (isShort) writeFileSync(shortPath(gate), JSON.stringify(result));
  else await keepResult(gate.id, result);
}

/**
 * @param {string[]} args
 * @returns {Promise<{ exitCode: number | null, output: string, signal: NodeJS.Signals | null }>} the signal that was given to us
 */
function outputOf(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {NodeJS.Signals | null} */
  let signal = null;
  const stopForwarding = forwardSignals(child, (given) => (signal = given));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (/** @type {Buffer} */ part) => {
      output = (output + part.toString()).slice(-100_000);
      process.stdout.write(part);
    });
  return new Promise((resolve) =>
    child.once('close', (exitCode) => {
      stopForwarding();
      resolve({ exitCode, output, signal });
    }),
  );
}

/**
 * The figure is what a command says last; of a run of tests, how many passed.
 * @param {string} output
 * @param {boolean} isTests
 */
export function figureOf(output, isTests) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const tests = isTests && lines.findLast((line) => /^Tests\s+\d/.test(line));
  const time = lines.findLast((line) => /^Duration\s+\d/.test(line));
  if (!tests || !time) return lines.at(-1) ?? 'it said nothing';
  return `${tests.replace(/^Tests\s+/, 'tests: ')}, ${/\d[\d.]*\s?\w+/.exec(time)?.[0] ?? ''}`;
}

/** @param {Gate} gate */
const shortPath = ({ id }) => `${resultsFolder()}/gate-${id}.short.json`;

/**
 * @param {Gate} gate
 * @returns {Result | undefined}
 */
function shortResult(gate) {
  try {
    return JSON.parse(readFileSync(shortPath(gate), 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {number} seconds */
function duration(seconds) {
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
