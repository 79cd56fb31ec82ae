import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { pathFromRoot, root } from './paths.mjs';
import { runStep } from './steps.mjs';

const dist = pathFromRoot('web/dist');
const next = pathFromRoot('.cache/web-dist');
/** The app as a module that prerenders pages. */
const renderer = pathFromRoot('.cache/web-renderer');
const stampFile = pathFromRoot('web/dist/.sources');

/** The sources of the built app. */
const SOURCES = [
  'web/**/*',
  'contracts/src/**/*',
  'scripts/{prerender,compress,web-entries}.mjs',
  'package-lock.json',
  'tsconfig.base.json',
];
/** The Node.js command that creates the input for the builds of the run runtimes. */
export const CREATE_EMPTY_DATABASE = ['--liftoff-only', pathFromRoot('web/run-assets/create-empty-database.ts')];
/** Files among the sources that are generated or not part of the app. */
const NOT_SOURCES = /^web\/(dist|node_modules|\.tanstack)\/|\.gen\.ts$|\.test\.tsx?$/;

/**
 * Builds the web app if its sources changed since the last build.
 * @returns {Promise<number>} exit code
 */
export async function ensureWebBuilt() {
  if (isBuilt()) return 0;
  return withLock(pathFromRoot('.cache/web-build.lock'), async (addHolder) => (isBuilt() ? 0 : build(addHolder)));
}

/**
 * Builds the web app.
 * @returns {Promise<number>} exit code
 */
export async function buildWeb() {
  return withLock(pathFromRoot('.cache/web-build.lock'), build);
}

/**
 * The environment of the bundler, whose allocator otherwise keeps freed memory and takes it in large pages, and the
 * Node.js command for its own heap, which grows only if it must: together 0.5 GB less at the peak.
 */
export const BUILD_ENV = { NODE_ENV: 'production', MIMALLOC_PURGE_DELAY: '0', MIMALLOC_ALLOW_THP: '0' };
export const VITE_BUILD = [
  '--max-semi-space-size=2',
  '--max-old-space-size=384',
  pathFromRoot('node_modules/vite/bin/vite.js'),
  'build',
  'web',
  '--emptyOutDir',
  '--logLevel=warn',
];

/** @param {(pid: number) => void} addHolder */
async function build(addHolder) {
  const stamp = sourceStamp();
  const commands = [
    CREATE_EMPTY_DATABASE,
    [...VITE_BUILD, '--outDir', next],
    [...VITE_BUILD, '--ssr', 'src/prerender.tsx', '--outDir', renderer],
    [pathFromRoot('scripts/prerender.mjs'), next, join(renderer, 'prerender.js')],
    [pathFromRoot('scripts/compress.mjs'), next],
  ];
  const options = { cwd: root, env: { ...process.env, ...BUILD_ENV }, onStart: addHolder };
  const code = await runStep(
    'Building the web app',
    commands.map((args) => [process.execPath, args]),
    options,
  );
  if (code === 0) replaceDist(stamp);
  return code;
}

/**
 * Moves the finished build to the server's folder, so that the old build stays if a new one fails.
 * @param {string} stamp
 */
function replaceDist(stamp) {
  const old = `${next}-old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(next, dist);
  writeFileSync(stampFile, stamp);
  rmSync(old, { recursive: true, force: true });
}

function isBuilt() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceStamp();
}

/** Returns the hash of everything the built app depends on: files, and settings that are compiled in. */
export function sourceStamp() {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  for (const file of files.toSorted().filter((each) => !NOT_SOURCES.test(each))) {
    const path = pathFromRoot(file);
    if (statSync(path).isFile()) hash.update(file).update(readFileSync(path));
  }
  for (const name of Object.keys(process.env).toSorted())
    if (name.startsWith('VITE_')) hash.update(`${name}=${process.env[name]}`);
  return hash.digest('hex');
}
