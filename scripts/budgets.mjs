import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { pathFromRoot } from './paths.mjs';

/** @typedef {{ file: string, imports?: string[], dynamicImports?: string[] }} Chunk */
/** @typedef {Record<string, Chunk>} Manifest */
/**
 * @typedef {object} Budget
 * @property {string} title
 * @property {string[]} loads what is loaded, by its source
 * @property {string[]} [over] what is there before and not counted
 * @property {number} [kib] most, in KiB gzipped
 * @property {number} [scripts] most files; each costs a phone milliseconds to ask for, wherever it comes from
 * @property {boolean} [noEditor] nothing of an editor may be in it
 */

const ENTRY = 'index.html';
/** @param {string} name */
const route = (name) => `src/routes/${name}.tsx?tsr-split=component`;
const CARD = [ENTRY, `${route('codeshare.$roomCode')}---loader`];
const ROOM = [...CARD, 'src/screens/room/CandidateRoom.tsx'];

const CODEMIRROR = 'src/features/documents/codemirror/CodeMirrorPane.tsx';

/** What the pages may weigh. @type {Budget[]} */
const BUDGETS = [
  { title: 'Landing page, initial script', loads: [ENTRY, route('index')], kib: 150, noEditor: true },
  { title: 'Candidate join page', loads: CARD, kib: 150, noEditor: true },
  { title: 'Login', loads: [ENTRY, route('login')], noEditor: true },
  { title: 'Room on a phone', loads: [...ROOM, CODEMIRROR], scripts: 18 },
  { title: 'CodeMirror pane', loads: [CODEMIRROR], over: ROOM, kib: 145 },
  { title: 'Monaco pane', loads: ['src/features/documents/monaco/MonacoPane.tsx'], over: ROOM, kib: 1020 },
];

/** Most of what every device keeps after one visit, in KiB by brotli. */
const SHELL_KIB = 220;
/** What is kept only where somebody signs in or enters a room. */
const LATER = /^assets\/(ed|fonts)\//;
/** What is never kept: screens that are of no use without a network. */
const ONLINE = /^assets\/online\//;

/**
 * Weighs what the service worker keeps of every visit, and looks that every screen opens with it. Files that come
 * later may only be loaded by others that come later, or by what is itself loaded on demand.
 * @param {Manifest} manifest
 * @param {string} worker the built service worker, which names its files
 * @param {(file: string) => number} weigh bytes of a file as it travels
 * @returns {{ kib: number, problems: string[] }}
 */
export function measureShell(manifest, worker, weigh) {
  const files = [...worker.matchAll(/"?url"?:[`"']([^`"']+)[`"']/g)].map(([, url = '']) => url);
  const shell = new Set(files.filter((file) => !LATER.test(file)));
  const kib = [...shell].reduce((bytes, file) => bytes + weigh(file), 0) / 1024;
  const problems = kib > SHELL_KIB ? [`${kib.toFixed(1)} KiB, may be ${SHELL_KIB}`] : [];
  const screens = Object.keys(manifest).filter(
    (source) => source.startsWith('src/routes/') && !ONLINE.test(manifest[source]?.file ?? ''),
  );
  if (screens.length === 0) problems.push('no screen is known');
  for (const file of closure(manifest, [ENTRY, ...screens])) if (!shell.has(file)) problems.push(`lacks ${file}`);
  return { kib, problems };
}

/**
 * Weighs the built web app against a budget; what is too much is said in `problems`.
 * @param {Manifest} manifest
 * @param {Budget} budget
 * @param {(file: string) => number} weigh bytes of a file as it travels
 * @returns {{ kib: number, problems: string[] }}
 */
export function measure(manifest, { loads, over = [], kib: most, scripts, noEditor = false }, weigh) {
  const before = closure(manifest, over);
  const files = [...closure(manifest, loads)].filter((file) => !before.has(file));
  const kib = files.reduce((bytes, file) => bytes + weigh(file), 0) / 1024;
  const problems = [];
  if (most !== undefined && kib > most) problems.push(`${kib.toFixed(1)} KiB, may be ${most}`);
  if (scripts !== undefined && files.length > scripts) problems.push(`${files.length} files, may be ${scripts}`);
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
  return { passed: rows.length - failed, failed, skipped: 0 };
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
