import { existsSync, readFileSync } from 'node:fs';
import { inPackage } from './packages.ts';

/** The packages whose code runs programs or completes Python, and the licences of third-party code in them. */
const PACKAGES: readonly (readonly [name: string, contains: string])[] = [
  ['sucrase', ''],
  ['lodash', ''],
  ['@vitest/expect', ''],
  ['@vitest/spy', ''],
  ['chai', ''],
  ['react', ''],
  ['react-dom', ''],
  ['@testing-library/dom', ''],
  ['@testing-library/react', ''],
  ['@testing-library/user-event', ''],
  [
    'pyodide',
    `Subject to the terms of the Mozilla Public License, v. 2.0, https://mozilla.org/MPL/2.0/. Source code:
https://github.com/pyodide/pyodide. CPython and its library: PSF License Version 2,
https://docs.python.org/3/license.html. Unmodified.`,
  ],
  ['@electric-sql/pglite', 'PostgreSQL: PostgreSQL License, https://www.postgresql.org/about/licence/'],
  ['@sqlite.org/sqlite-wasm', 'SQLite: public domain, https://sqlite.org/copyright.html'],
  ['wasmoon', 'Lua: MIT, https://www.lua.org/license.html'],
  ['@ruby/3.4-wasm-wasi', 'Ruby and its library: Ruby License or BSD-2-Clause, see below'],
  ['@ruby/wasm-wasi', ''],
  [
    'php-wasm',
    'PHP: PHP License 3.01, https://www.php.net/license/3_01.txt. libxml2: MIT, https://gitlab.gnome.org/GNOME/libxml2',
  ],
  [
    '@yowasp/clang',
    `LLVM, Clang, LLD, libc++, libc++abi and compiler-rt: Apache License 2.0 with LLVM exceptions, https://llvm.org/LICENSE.txt.
wasi-libc: Apache License 2.0 with LLVM exceptions, Apache License 2.0 or MIT, https://github.com/WebAssembly/wasi-libc`,
  ],
  ['@bjorn3/browser_wasi_shim', ''],
  ['browser-basedpyright', 'typeshed: Apache License 2.0 or MIT, https://github.com/python/typeshed/blob/main/LICENSE'],
];
const TEXTS = `LICENSE LICENSE.md LICENSE.txt LICENSE-MIT NOTICE dist/LICENSE dist/NOTICE
  dist/pyright.worker.js.LICENSE.txt`.split(/\s+/);

/** Packages with the licence text for packages that lack it, from the same repository or under the same licence. */
const TEXT_ELSEWHERE: Readonly<Record<string, readonly [name: string, file: string]>> = {
  '@ruby/wasm-wasi': ['@ruby/3.4-wasm-wasi', 'dist/LICENSE'],
  '@sqlite.org/sqlite-wasm': ['php-wasm', 'LICENSE'],
};

/** Returns the licences of these packages. Throws if a package is not installed. */
export function notices(): string {
  return PACKAGES.map(([name, contains]) => {
    const { version, license } = JSON.parse(readFileSync(inPackage(name, 'package.json'), 'utf8')) as {
      version: string;
      license: string;
    };
    const elsewhere = TEXT_ELSEWHERE[name];
    const files = elsewhere ? [inPackage(...elsewhere)] : TEXTS.map((file) => inPackage(name, file));
    const texts = files.filter((path) => existsSync(path));
    const title = `${name} ${version}: ${license}, https://www.npmjs.com/package/${name}`;
    return [title, contains, ...texts.map((path) => readFileSync(path, 'utf8').trim())].filter(Boolean).join('\n\n');
  }).join(`\n\n${'='.repeat(80)}\n\n`);
}
