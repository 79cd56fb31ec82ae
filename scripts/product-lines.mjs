import { execFileSync } from 'node:child_process';
import { root } from './paths.mjs';

const PRODUCT = ['contracts/src', 'migrations', 'server/src', 'web'];
const NO_PRODUCT =
  /\.(test|spec|gen)\.|\/testing\/|\/library\/(questions|solutions)\/|\.(json|md|txt|html|svg|webmanifest|d\.ts)$|^web\/public\//;
const AREA = /^(server|web)\/src\/(?:features|screens)\/[^/]+(?=\/)/;
const TOP = /^(server|web|contracts|migrations)(?:\/(?:src\/)?[^/.]+(?=\/))?/;

/**
 * Returns a table of the product's lines by feature, beside the last commit's: HEAD's if files are changed, or else the
 * previous commit's. Tests, questions of the library and generated lists are left out.
 */
export function productLines() {
  const isChanged = git('status', '--porcelain') !== '';
  const now = linesByArea([]);
  const before = linesByArea([isChanged ? 'HEAD' : 'HEAD~1']);
  const areas = [...new Set([...now.keys(), ...before.keys()])].toSorted();
  const row = (/** @type {string} */ area, /** @type {number} */ lines, /** @type {number} */ old) => {
    const change = lines === old ? '' : `${lines > old ? '+' : '−'}${Math.abs(lines - old)}`;
    return `${area.padEnd(44)}${String(lines).padStart(8)}${change.padStart(8)}\n`;
  };
  const rows = areas.map((area) => row(area, now.get(area) ?? 0, before.get(area) ?? 0));
  return [...rows, row('All product lines', sumOf(now), sumOf(before))].join('');
}

/** @param {string[]} revision empty for the files as they are */
function linesByArea(revision) {
  /** @type {Map<string, number>} */
  const lines = new Map();
  const where = revision.length > 0 ? ['-e', '', ...revision] : ['--untracked', '-e', ''];
  for (const line of git('grep', '-I', '-c', ...where, '--', ...PRODUCT).split('\n')) {
    const [file = '', count] = line.split(':').slice(-2);
    if (!file || NO_PRODUCT.test(file)) continue;
    const area = (AREA.exec(file) ?? TOP.exec(file))?.[0] ?? file;
    lines.set(area, (lines.get(area) ?? 0) + Number(count));
  }
  return lines;
}

/** @param {Map<string, number>} lines */
const sumOf = (lines) => [...lines.values()].reduce((sum, count) => sum + count, 0);

/**
 * Returns the output of git; empty if it has none or fails.
 * @param {string[]} args
 */
function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}
