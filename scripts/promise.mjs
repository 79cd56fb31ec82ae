import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { tool } from './checks.mjs';
import { GATES } from './gates.mjs';
import { pathFromRoot, root } from './paths.mjs';
import { forwardSignals } from './processes.mjs';
import { codeState, commit, readResults, resultsFolder, saveResult } from './results.mjs';

/** @typedef {import('./gates.mjs').Gate} Gate */
/** @typedef {import('./results.mjs').Result} Result */
/** @typedef {{ gate: Gate, result: Result | undefined, isCurrent: boolean }} Row */

/** A signal ended the gate, so it has no result, and the run stops. */
const STOPPED = 'stopped';
/** Longest figure in the table, in characters. */
const FIGURE_MAX = 100;

const PAGE = pathFromRoot('docs/PROMISE.md');

/**
 * Runs every gate without a passing result for the current code, prints the table and writes docs/PROMISE.md. `--only`
 * selects gates, `--short` runs the short forms without saving them, `--again` repeats, `--show` runs nothing. Resolves
 * to the exit code.
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
  if (unknown !== undefined)
    throw new Error(`Unknown gate "${unknown}". Gates: ${GATES.map(({ id }) => id).join(', ')}.`);
  const resultOf = (/** @type {Gate} */ gate) => (values.short ? readShortResult(gate) : readResults()[gate.id]);
  for (const gate of GATES) {
    const isSelected = !values.show && (names?.includes(gate.id) ?? true);
    const result = resultOf(gate);
    if (isSelected && (values.again || !isCurrent(gate, result) || !result?.ok))
      if ((await runGate(gate, values.short)) === STOPPED) return 1;
  }
  /** @type {Row[]} */
  const rows = GATES.map((gate) => {
    const result = resultOf(gate);
    return { gate, result, isCurrent: isCurrent(gate, result) };
  });
  process.stdout.write(`\n${table(rows)}\n`);
  if (!values.short) {
    writeFileSync(PAGE, page(rows));
    await tool('oxfmt', [PAGE]);
  }
  const hasFailed = (/** @type {Row} */ row) => row.isCurrent && row.result?.ok === false;
  return rows.some((row) => (names?.includes(row.gate.id) ?? true) && hasFailed(row)) ? 1 : 0;
}

/**
 * Formats the gates as a Markdown table with measured figures only.
 * @param {Row[]} rows
 */
export function table(rows) {
  const cells = rows.map(({ gate, result, isCurrent: isUpToDate }) => [
    gate.promise,
    result ? shortFigure(gate, result.figure) : '–',
    `\`npm run promise -- --only ${gate.id}\``,
    state(result, isUpToDate),
  ]);
  const line = (/** @type {string[]} */ row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [['promise', 'figure', 'command', 'commit'], ['---', '---', '---', '---'], ...cells].map(line).join('\n');
}

/**
 * @param {Gate} gate
 * @param {string} figure
 */
function shortFigure(gate, figure) {
  const parts = gate.figure.flatMap((pattern) => pattern.exec(figure)?.[0] ?? []);
  return (parts.length > 0 ? parts.join(', ') : figure).replaceAll('"', '').slice(0, FIGURE_MAX);
}

/**
 * @param {Result | undefined} result
 * @param {boolean} isUpToDate
 */
function state(result, isUpToDate) {
  if (!result) return 'not run';
  return `${result.ok ? '' : 'BROKEN on '}${result.commit}${isUpToDate ? '' : ', due again'}`;
}

/** @param {Row[]} rows */
function page(rows) {
  const current = rows.filter((row) => row.isCurrent);
  const due = rows.filter((row) => !row.isCurrent);
  const parts = [
    `# Promises and their figures

\`npm run promise\` measures these promises and writes this page from \`docs/promise.json\`, which holds the full output
lines. A figure is shown until the code that its gate runs changes (\`scripts/gates.mjs\` lists the paths).
\`npm run promise -- --short\` runs all gates in a few minutes without saving results.`,
    current.length > 0 && table(current),
    due.length > 0 &&
      `## Without a figure for the present code

${due.map(({ gate }) => `- ${gate.promise} (\`${gate.id}\`)`).join('\n')}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/**
 * Returns whether the result was measured on the present code of the gate.
 * @param {Gate} gate
 * @param {Result | undefined} result
 */
function isCurrent({ runs }, result) {
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
  process.stdout.write(`\n── ${gate.id}: ${gate.promise}\n`);
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
  else await saveResult(gate.id, result);
}

/**
 * @param {string[]} args
 * @returns {Promise<{ exitCode: number | null, output: string, signal: NodeJS.Signals | null }>} `signal` is one that
 * this process received
 */
function outputOf(args) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {NodeJS.Signals | null} */
  let signal = null;
  const stopForwarding = forwardSignals(child, (received) => (signal = received));
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
 * Returns the figure of a gate: the last line of a command, or the counts of a test run.
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
  if (!tests || !time) return lines.at(-1) ?? 'no output';
  return `${tests.replace(/^Tests\s+/, 'tests: ')}, ${/\d[\d.]*\s?\w+/.exec(time)?.[0] ?? ''}`;
}

/** @param {Gate} gate */
const shortPath = ({ id }) => `${resultsFolder()}/gate-${id}.short.json`;

/**
 * @param {Gate} gate
 * @returns {Result | undefined}
 */
function readShortResult(gate) {
  try {
    return JSON.parse(readFileSync(shortPath(gate), 'utf8'));
  } catch {
    return undefined;
  }
}
