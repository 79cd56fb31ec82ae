import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { pathFromRoot, root } from './paths.mjs';
import { run } from './processes.mjs';

const dist = pathFromRoot('web/dist');
const next = pathFromRoot('.cache/web-dist');
/** The app as a module that writes the landing page. */
const renderer = pathFromRoot('.cache/web-renderer');
const stampFile = pathFromRoot('web/dist/.sources');

/** What the built app depends on. */
const SOURCES = [
  'web/**/*',
  'contracts/src/**/*',
  'scripts/{prerender,compress}.mjs',
  'package-lock.json',
  'tsconfig.base.json',
];
/** Lies under the sources but is made from them, or never reaches the app. */
const NOT_SOURCES = /^web\/(dist|node_modules|\.tanstack)\/|\.gen\.ts$|\.test\.tsx?$/;

/**
 * Builds the web app when its sources are not those it was built from.
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

/** @param {(pid: number) => void} addHolder */
async function build(addHolder) {
  process.stderr.write('Building the web app…\n');
  const stamp = sourceStamp();
  const vite = pathFromRoot('node_modules/vite/bin/vite.js');
  const common = ['--emptyOutDir', '--logLevel', 'warn'];
  const steps = [
    [vite, 'build', 'web', '--outDir', next, ...common],
    [vite, 'build', 'web', '--ssr', 'src/prerender.tsx', '--outDir', renderer, ...common],
    [pathFromRoot('scripts/prerender.mjs'), next, join(renderer, 'prerender.js')],
    [pathFromRoot('scripts/compress.mjs'), next],
  ];
  const env = { ...process.env, NODE_ENV: 'production' };
  let code = 0;
  for (const args of steps)
    code ||= await run(process.execPath, args, { cwd: root, env, stdio: ['ignore', 2, 2], onStart: addHolder });
  if (code === 0) replaceDist(stamp);
  return code;
}

/**
 * Puts the finished build where the server reads it in one step, so that a build that breaks off leaves the old one.
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

/** Hash of everything the built app depends on: files, and settings that are built in. */
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
