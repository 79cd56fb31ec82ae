import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of a runtime before the build: its name for the worker, and its content. */
export interface AssetSource {
  name: string;
  read(): Promise<Buffer>;
}

/** The sources of a language: the script of its worker, and the files that it starts from. */
export interface RuntimeSource {
  language: string;
  /** Path of the worker's script. */
  worker: string;
  files: AssetSource[];
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const worker = (name: string) => here(`../runner/languages/${name}.ts`);

/** Returns the path of a file of a package. */
function inPackage(name: string, file: string): string {
  const found = ['../node_modules', '../../node_modules'].map((folder) => join(here(folder), name)).find(existsSync);
  if (found === undefined) throw new Error(`The package ${name} is not installed`);
  return join(found, file);
}

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
];
