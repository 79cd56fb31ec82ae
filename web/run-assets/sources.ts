import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { EMPTY_DATABASE } from './empty-database.ts';
import type { AssetSource, RuntimeSource } from './asset-source.ts';
import { inPackage } from './packages.ts';
import { pythonPackages } from './python-packages.ts';
import { postgresExtensions } from './postgres-extensions.ts';
import { emptyLock, pyodideModule, pyodideWasm, pythonLibrary } from './python-files.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const worker = (name: string) => here(`../runner/languages/${name}.ts`);

/** Returns a file of a package as it is. */
const fromPackage = (name: string, packageName: string, file: string): AssetSource => ({
  name,
  read: () => readFile(inPackage(packageName, file)),
});

/** Every runtime that the build prepares. */
export const RUNTIME_SOURCES: readonly RuntimeSource[] = [
  { language: 'javascript', worker: worker('javascript'), files: [] },
  { language: 'typescript', worker: worker('typescript'), files: [] },
  {
    language: 'sqlite',
    worker: worker('sqlite'),
    files: [fromPackage('sqlite3.wasm', '@sqlite.org/sqlite-wasm', 'dist/sqlite3.wasm')],
  },
  {
    language: 'postgresql',
    worker: worker('postgresql'),
    files: [
      fromPackage('pglite.wasm', '@electric-sql/pglite', 'dist/pglite.wasm'),
      fromPackage('pglite.data', '@electric-sql/pglite', 'dist/pglite.data'),
      { name: 'data.tar.gz', read: () => readFile(EMPTY_DATABASE) },
    ],
    offered: postgresExtensions,
  },
  {
    language: 'python',
    worker: worker('python'),
    files: [
      { name: 'pyodide.asm.wasm', read: pyodideWasm },
      { name: 'pyodide.asm.mjs', read: pyodideModule },
      { name: 'python_stdlib.zip', read: pythonLibrary },
      { name: 'pyodide-lock.json', read: emptyLock },
    ],
    offered: () => pythonPackages(),
  },
  { language: 'lua', worker: worker('lua'), files: [fromPackage('glue.wasm', 'wasmoon', 'dist/glue.wasm')] },
  {
    language: 'ruby',
    worker: worker('ruby'),
    files: [fromPackage('ruby.wasm', '@ruby/3.4-wasm-wasi', 'dist/ruby+stdlib.wasm')],
  },
  {
    language: 'php',
    worker: worker('php'),
    files: [
      fromPackage('php.wasm', 'php-wasm', 'php-web.mjs.wasm'),
      fromPackage('libxml2.so', 'php-wasm', 'libxml2.so'),
    ],
  },
  {
    language: 'clang',
    worker: worker('clang'),
    files: ['llvm.core.wasm', 'llvm.core2.wasm', 'llvm.core3.wasm', 'llvm.core4.wasm', 'llvm-resources.tar'].map(
      (name) => fromPackage(name, '@yowasp/clang', `gen/${name}`),
    ),
  },
];
