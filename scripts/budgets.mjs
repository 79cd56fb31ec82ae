import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { pathFromRoot } from './paths.mjs';

/** @typedef {{ file: string, imports?: string[], dynamicImports?: string[] }} Chunk */
/** @typedef {Record<string, Chunk>} Manifest */
/**
 * @typedef {object} Budget
 * @property {string} title
 * @property {string[]} loads what is loaded, by its source
 * @property {string[]} [over] what is there before and not counted
 * @property {number} [kib] most, in KiB gzipped
 * @property {boolean} [noEditor] nothing of an editor may be in it
 */

const ENTRY = 'index.html';
/** @param {string} name */
const route = (name) => `src/routes/${name}.tsx?tsr-split=component`;
const ROOM = [ENTRY, route('codeshare.$roomCode'), 'src/screens/room/CandidateRoom.tsx'];

/** What the pages may weigh. @type {Budget[]} */
const BUDGETS = [
  { title: 'Landing page, initial script', loads: [ENTRY, route('index')], kib: 150, noEditor: true },
  { title: 'Candidate join page', loads: [ENTRY, route('codeshare.$roomCode')], kib: 150, noEditor: true },
  { title: 'Login', loads: [ENTRY, route('login')], noEditor: true },
  { title: 'CodeMirror pane', loads: ['src/features/documents/CodeMirrorPane.tsx'], over: ROOM, kib: 145 },
  { title: 'Monaco pane', loads: ['src/features/documents/MonacoPane.tsx'], over: ROOM, kib: 1020 },
];

/**
 * Weighs the built web app against a budget; what is too much is said in `problems`.
 * @param {Manifest} manifest
 * @param {Budget} budget
 * @param {(file: string) => number} weigh bytes of a file as it travels
 * @returns {{ kib: number, problems: string[] }}
 */
export function measure(manifest, { loads, over = [], kib: most, noEditor = false }, weigh) {
  const before = closure(manifest, over);
  const files = [...closure(manifest, loads)].filter((file) => !before.has(file));
  const kib = files.reduce((bytes, file) => bytes + weigh(file), 0) / 1024;
  const problems = [];
  if (most !== undefined && kib > most) problems.push(`${kib.toFixed(1)} KiB, may be ${most}`);
  const editor = noEditor ? files.filter((file) => file.startsWith('assets/ed/')) : [];
  if (editor.length > 0) problems.push(`holds code of an editor: ${editor.join(', ')}`);
  return { kib, problems };
}

/**
 * Everything that is loaded before the named sources run. Throws when the build does not know one of them.
 * @param {Manifest} manifest
 * @param {string[]} sources
 */
function closure(manifest, sources) {
  /** @type {Set<string>} */
  const seen = new Set();
  const files = new Set();
  const waiting = [...sources];
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    if (seen.has(source)) continue;
    seen.add(source);
    const chunk = manifest[source];
    if (!chunk) throw new Error(`The build has no chunk for ${source}`);
    files.add(chunk.file);
    waiting.push(...(chunk.imports ?? []));
  }
  return files;
}

/**
 * Checks every budget on the built web app and says what each weighs.
 * @returns {import('./counts.mjs').Count}
 */
export function checkBudgets() {
  const dist = pathFromRoot('web/dist');
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8'));
  /** @param {string} file */
  const weigh = (file) => gzipSync(readFileSync(`${dist}/${file}`)).length;
  let failed = 0;
  for (const budget of BUDGETS) {
    const { kib, problems } = tryToMeasure(manifest, budget, weigh);
    if (problems.length > 0) failed++;
    const verdict = problems.length > 0 ? `✗ ${problems.join('; ')}` : '✓';
    process.stdout.write(`${budget.title.padEnd(32)}${kib.toFixed(1).padStart(8)} KiB  ${verdict}\n`);
  }
  return { passed: BUDGETS.length - failed, failed, skipped: 0 };
}

/** @type {typeof measure} */
function tryToMeasure(...what) {
  try {
    return measure(...what);
  } catch (error) {
    return { kib: NaN, problems: [String(error)] };
  }
}
