import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { pathFromRoot } from './paths.mjs';
import { one } from './reports.mjs';
import { CANDIDATE_ROOM, CODEMIRROR_PANE, ENTRY, JOIN_CARD, LANDING, LOGIN, MONACO_PANE } from './web-entries.mjs';

/** @typedef {{ file: string, imports?: string[], dynamicImports?: string[] }} Chunk */
/** @typedef {Record<string, Chunk>} Manifest */
/**
 * @typedef {object} Budget
 * @property {string} title
 * @property {string[]} loads the entries, by source
 * @property {string[]} [over] entries that are loaded before and not counted
 * @property {number} [kib] the largest size (KiB, gzip)
 * @property {number} [scripts] the largest number of files; each costs a phone milliseconds to request
 * @property {boolean} [noEditor] true when no code of an editor may be loaded
 * @property {boolean} [noJoy] true when Joy, which is for signed-in pages, may not be loaded
 */

/** The largest sizes of the pages. @type {Budget[]} */
const BUDGETS = [
  { title: 'Landing page, initial script', loads: LANDING, kib: 133, noEditor: true, noJoy: true },
  { title: 'Candidate join page', loads: JOIN_CARD, kib: 123, noEditor: true, noJoy: true },
  { title: 'Login', loads: LOGIN, noEditor: true },
  { title: 'Room on a phone', loads: [...CANDIDATE_ROOM, CODEMIRROR_PANE], kib: 323, scripts: 13, noJoy: true },
  { title: 'CodeMirror pane', loads: [CODEMIRROR_PANE], over: CANDIDATE_ROOM, kib: 112 },
  { title: 'Monaco pane', loads: [MONACO_PANE], over: CANDIDATE_ROOM, kib: 995 },
];

/** The largest shell that every device caches after one visit (KiB, brotli). */
const SHELL_KIB = 203;
/** Files that are cached only after a sign-in or in a room. */
const LATER = /^(assets\/(ed|fonts)|run)\//;
/** Files that are never cached, because their screens need a network. */
const ONLINE = /^assets\/online\//;

/**
 * Measures the files that the service worker caches on every visit, and checks that every screen opens with them: if a
 * file is cached later or never, neither a screen nor a cached file may statically import it.
 * @param {Manifest} manifest
 * @param {string} worker the built service worker, which lists its files
 * @param {(file: string) => number} weigh compressed bytes of a file
 * @returns {{ kib: number, problems: string[] }}
 */
function measureShell(manifest, worker, weigh) {
  const files = [...worker.matchAll(/"?url"?:[`"']([^`"']+)[`"']/g)].map(([, url = '']) => url);
  const shell = new Set(files.filter((file) => !LATER.test(file)));
  const kib = [...shell].reduce((bytes, file) => bytes + weigh(file), 0) / 1024;
  const problems = kib > SHELL_KIB ? [`${kib.toFixed(1)} KiB, may be ${SHELL_KIB}`] : [];
  const screens = Object.keys(manifest).filter(
    (source) => source.startsWith('src/routes/') && !ONLINE.test(manifest[source]?.file ?? ''),
  );
  if (screens.length === 0) problems.push('no screen is known');
  const cached = Object.keys(manifest).filter((source) => shell.has(manifest[source]?.file ?? ''));
  for (const file of closure(manifest, [ENTRY, ...screens, ...cached]))
    if (!shell.has(file)) problems.push(`lacks ${file}`);
  return { kib, problems };
}

/**
 * Measures the built web app against a budget. Returns the size and, in `problems`, everything that exceeds it.
 * @param {Manifest} manifest
 * @param {Budget} budget
 * @param {(file: string) => number} weigh compressed bytes of a file
 * @returns {{ kib: number, problems: string[] }}
 */
function measure(manifest, { loads, over = [], kib: most, scripts, noEditor = false, noJoy = false }, weigh) {
  const before = closure(manifest, over);
  const files = [...closure(manifest, loads)].filter((file) => !before.has(file));
  const kib = files.reduce((bytes, file) => bytes + weigh(file), 0) / 1024;
  const problems = [];
  if (most !== undefined && kib > most) problems.push(`${kib.toFixed(1)} KiB, may be ${most}`);
  if (scripts !== undefined && files.length > scripts) problems.push(`${files.length} files, may be ${scripts}`);
  const editor = noEditor ? files.filter((file) => file.startsWith('assets/ed/')) : [];
  if (editor.length > 0) problems.push(`holds code of an editor: ${editor.join(', ')}`);
  if (noJoy && files.some((file) => file.startsWith('assets/joy-'))) problems.push('holds Joy');
  return { kib, problems };
}

/**
 * Returns all files that are loaded before the given sources run. Throws if the build has no chunk for one.
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
 * Checks every budget on the built web app and prints each size.
 * @returns {import('./reports.mjs').Count}
 */
export function checkBudgets() {
  const dist = pathFromRoot('web/dist');
  /** @type {Manifest} */
  const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8'));
  /** @param {string} file */
  const weigh = (file) => gzipSync(readFileSync(`${dist}/${file}`)).length;
  /** @param {string} file */
  const weighKept = (file) => brotliCompressSync(readFileSync(`${dist}/${file}`)).length;
  const worker = () => readFileSync(`${dist}/service-worker.js`, 'utf8');
  const rows = [
    ...BUDGETS.map((budget) => ({ title: budget.title, ...tryTo(() => measure(manifest, budget, weigh)) })),
    { title: 'Shell kept on the device (br)', ...tryTo(() => measureShell(manifest, worker(), weighKept)) },
  ];
  for (const { title, kib, problems } of rows) {
    const verdict = problems.length > 0 ? `✗ ${problems.join('; ')}` : '✓';
    process.stdout.write(`${title.padEnd(32)}${kib.toFixed(1).padStart(8)} KiB  ${verdict}\n`);
  }
  const failed = rows.filter(({ problems }) => problems.length > 0).length;
  return { ...one(true), passed: rows.length - failed, failed };
}

/**
 * @param {() => { kib: number, problems: string[] }} measuring
 * @returns {{ kib: number, problems: string[] }}
 */
function tryTo(measuring) {
  try {
    return measuring();
  } catch (error) {
    return { kib: NaN, problems: [String(error)] };
  }
}
