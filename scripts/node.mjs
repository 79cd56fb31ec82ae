import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { pathFromRoot } from './paths.mjs';

/** The server runs TypeScript without a build, which needs this major version of Node. */
const NODE_MAJOR = 24;

/**
 * Returns the Node that runs the product: the one installed with the dependencies, else the running one. Throws if
 * neither is new enough.
 * @returns {string} path of the executable
 */
export function findNode() {
  const installed = installedNode();
  if (installed && majorOf(installed) >= NODE_MAJOR) return installed;
  // npm puts .bin first on PATH: if its Node cannot run on this machine, it would break the next `npm start`.
  if (installed) rmSync(pathFromRoot('node_modules/.bin/node'), { force: true });
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return process.execPath;
  throw new Error(
    `Node ${NODE_MAJOR} or newer is required. There is no package of it for ${process.platform}-${process.arch}, and the running one is ${process.version}.`,
  );
}

/** @returns {string | undefined} */
function installedNode() {
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const executable = process.platform === 'win32' ? 'node.exe' : 'node';
  return [`node-${platform}`, `node-bin-${platform}`]
    .map((name) => pathFromRoot(`node_modules/${name}/bin/${executable}`))
    .find((path) => existsSync(path));
}

/**
 * @param {string} node
 * @returns {number} 0 if it cannot run on this machine
 */
function majorOf(node) {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? 0);
}
