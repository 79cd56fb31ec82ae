import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pathFromRoot } from './paths.mjs';

/**
 * @typedef {object} Locked
 * @property {string} [version]
 * @property {string} [resolved]
 * @property {string} [integrity]
 * @property {string} [license]
 * @property {boolean} [link]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {boolean} [hasInstallScript]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 */

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(pathFromRoot(file), 'utf8'));

const MANIFESTS = [
  'package.json',
  'contracts/package.json',
  'server/package.json',
  'web/package.json',
  'migrations/package.json',
  'verification/package.json',
  'verification/bench/package.json',
  'verification/bench/web/package.json',
];

/** Licences that the product may use; bundles shipped to browsers keep their notices. */
const LICENCES = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'MPL-2.0',
  '(MPL-2.0 OR Apache-2.0)',
  'MIT OR Apache-2.0',
  '(MIT OR CC0-1.0)',
  '(MIT AND BSD-3-Clause)',
  'CC0-1.0',
  'Python-2.0',
  'CC-BY-4.0',
  'OFL-1.1',
  'Unlicense',
]);

/** Packages whose licence is in their repository, not in their manifest. */
const LICENCE_ELSEWHERE = /^node_modules\/(node(-bin)?-[a-z0-9-]+|xmlhttprequest-ssl)$/;

/** Packages with an install script, which never runs because of `ignore-scripts` in `.npmrc`. */
const IGNORED_SCRIPTS = ['node_modules/lefthook', 'node_modules/leveldown'];

const LOCKFILES = [
  'package-lock.json',
  'verification/bench/package-lock.json',
  'verification/bench/web/package-lock.json',
];

describe.each(LOCKFILES)('%s', (file) => {
  /** @type {[string, Locked][]} */
  const packages = Object.entries(readJson(file).packages);
  const installed = packages.filter(([path, { link }]) => path.includes('node_modules/') && !link);

  it('records an integrity hash for every installed package', () => {
    const unnamed = installed.filter(([, { integrity }]) => integrity === undefined);
    // Builds of development tools for other platforms: npm records no hash of packages that it did not fetch.
    const excused = unnamed.filter(
      ([, { dev, optional, os }]) => dev === true && optional === true && os !== undefined,
    );
    expect(unnamed.map(([path]) => path)).toEqual(excused.map(([path]) => path));
    for (const [, { integrity }] of installed) if (integrity) expect(integrity).toMatch(/^sha512-/);
  });

  it('contains no registry URL', () => {
    const foreign = packages.filter(([, { resolved }]) => resolved !== undefined && /:\/\//.test(resolved));
    expect(foreign.map(([path]) => path)).toEqual([]);
  });

  it('contains no package that needs its install script', () => {
    const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
    expect(scripted.filter((path) => !IGNORED_SCRIPTS.includes(path))).toEqual([]);
  });

  it('contains only permitted licences', () => {
    const unknown = installed.filter(
      ([path, { license }]) => !(license === undefined ? LICENCE_ELSEWHERE.test(path) : LICENCES.has(license)),
    );
    expect(unknown.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  });
});

it.each(MANIFESTS)('%s pins exact versions', (file) => {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = readJson(file);
  const asked = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies });
  const loose = asked.filter(([name, version]) => !/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version) && !isOwn(name, version));
  expect(loose).toEqual([]);
});

/**
 * @param {string} name
 * @param {string} version
 */
function isOwn(name, version) {
  return name.startsWith('@cip/') && ['*', '0.1.0'].includes(version);
}

it.each(['.npmrc', 'verification/bench/.npmrc', 'verification/bench/web/.npmrc'])(
  '%s disables install scripts and refuses packages younger than three days',
  (file) => {
    const lines = readFileSync(pathFromRoot(file), 'utf8').split('\n');
    expect(lines).toEqual(expect.arrayContaining(['save-exact=true', 'min-release-age=3', 'ignore-scripts=true']));
    expect(lines.filter((line) => /registry=|_auth|_password|strict-ssl=false/i.test(line))).toEqual([]);
  },
);
