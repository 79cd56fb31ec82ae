import { expect, it } from 'vitest';
import { measure, measureShell } from './budgets.mjs';

const KIB = 1024;
const manifest = {
  page: { file: 'assets/page.js', imports: ['shared'] },
  shared: { file: 'assets/shared.js' },
  pane: { file: 'assets/ed/pane.js', imports: ['shared', 'page'], dynamicImports: ['later'] },
  later: { file: 'assets/ed/later.js' },
};
/** @type {Record<string, number>} */
const sizes = { 'assets/page.js': 3 * KIB, 'assets/shared.js': KIB, 'assets/ed/pane.js': 5 * KIB };
/** @param {string} file */
const weigh = (file) => sizes[file] ?? NaN;

it('sums the loaded files, each once', () => {
  expect(measure(manifest, { title: '', loads: ['page', 'shared'], kib: 4 }, weigh)).toEqual({ kib: 4, problems: [] });
  expect(measure(manifest, { title: '', loads: ['pane'], over: ['page'], kib: 5 }, weigh).kib).toBe(5);
});

it('reports a page that is too large or contains an editor', () => {
  expect(measure(manifest, { title: '', loads: ['page'], kib: 3.9 }, weigh).problems).toEqual(['4.0 KiB, may be 3.9']);
  expect(measure(manifest, { title: '', loads: ['pane'], noEditor: true }, weigh).problems).toEqual([
    'holds code of an editor: assets/ed/pane.js',
  ]);
});

it('counts the files that a phone requests', () => {
  expect(measure(manifest, { title: '', loads: ['pane'], scripts: 3 }, weigh).problems).toEqual([]);
  expect(measure(manifest, { title: '', loads: ['pane'], scripts: 2 }, weigh).problems).toEqual(['3 files, may be 2']);
});

it('throws for a chunk that no longer exists', () => {
  expect(() => measure(manifest, { title: '', loads: ['gone'] }, weigh)).toThrow('no chunk for gone');
});

const app = {
  'index.html': { file: 'assets/entry.js', imports: ['shared'] },
  'src/routes/login.tsx': { file: 'assets/login.js' },
  shared: { file: 'assets/shared.js' },
};
/** @param {string[]} files */
const workerOf = (...files) => JSON.stringify(files.map((url) => ({ revision: null, url })));

it('measures what every visit caches, without later files', () => {
  const worker = workerOf(
    'assets/entry.js',
    'assets/shared.js',
    'assets/login.js',
    'assets/ed/pane.js',
    'assets/fonts/a',
  );
  expect(measureShell(app, worker, () => KIB)).toEqual({ kib: 3, problems: [] });
  expect(measureShell(app, worker, () => 74 * KIB).problems).toEqual(['222.0 KiB, may be 220']);
});

it('reports a cached file that imports one which is cached later', () => {
  const part = { file: 'assets/part.js', imports: ['pane'] };
  const pane = { file: 'assets/ed/pane.js' };
  const worker = workerOf('assets/entry.js', 'assets/shared.js', 'assets/login.js', 'assets/part.js', pane.file);
  expect(measureShell({ ...app, part, pane }, worker, () => 0).problems).toEqual(['lacks assets/ed/pane.js']);
});

it('reports a screen that would not open offline', () => {
  const worker = workerOf('assets/entry.js', 'assets/shared.js');
  expect(measureShell(app, worker, () => KIB).problems).toEqual(['lacks assets/login.js']);
});
