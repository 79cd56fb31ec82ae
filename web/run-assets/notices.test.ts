import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { notices } from './notices.ts';
import { inPackage } from './packages.ts';

const web = fileURLToPath(new URL('..', import.meta.url));
/** Files that import code of packages into workers, or copy it into the build. */
const SOURCES = ['runner/**/*.ts', 'run-assets/*.ts'];
/** The ways to name a package: an import of code, or a helper that reads one of its files. */
const NAMES = /(?:^(?:import|export) (?!type)[^;]*?from |inPackage\(|fromPackage\((?:'[^']+'|\w+), )'([^']+)'/gms;
/** Used by the build and the tests alone, or the project's own. */
const NOT_SHIPPED = /^(\.|node:|@cip\/|vite$|vitest$)/;

/** Returns the packages whose code is served below `/run/`. */
function shippedPackages(): string[] {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: web })).filter(
    (file) => !file.includes('.test.'),
  );
  const names = files.flatMap((file) =>
    [...readFileSync(`${web}${file}`, 'utf8').matchAll(NAMES)].map(([, name = '']) => name),
  );
  const packages = names.filter((name) => !NOT_SHIPPED.test(name)).map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0]);
  return [...new Set(packages.filter((name) => name !== undefined))].toSorted();
}

test('finds the packages of every runtime', () => {
  expect(shippedPackages()).toEqual([
    '@bjorn3/browser_wasi_shim',
    '@electric-sql/pglite',
    '@ruby/3.4-wasm-wasi',
    '@ruby/wasm-wasi',
    '@sqlite.org/sqlite-wasm',
    '@testing-library/dom',
    '@testing-library/react',
    '@testing-library/user-event',
    '@vitest/expect',
    '@vitest/spy',
    '@yowasp/clang',
    'lodash',
    'php-wasm',
    'pyodide',
    'react',
    'react-dom',
    'sucrase',
    'wasmoon',
  ]);
});

test.each([...shippedPackages(), 'browser-basedpyright'])('names %s with its version and its licence', (name) => {
  const { version, license } = JSON.parse(readFileSync(inPackage(name, 'package.json'), 'utf8')) as {
    version: string;
    license: string;
  };
  const notice = notices()
    .split(/\n={80}\n/)
    .find((each) => each.trim().startsWith(`${name} ${version}: ${license}, `));
  expect(notice).toMatch(/Permission is hereby granted|Apache License|Mozilla Public License|Redistribution and use/i);
});
