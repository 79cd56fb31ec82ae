import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Returns the path of a file of a package. */
export function inPackage(name: string, file: string): string {
  const found = ['../node_modules', '../../node_modules'].map((folder) => join(here(folder), name)).find(existsSync);
  if (found === undefined) throw new Error(`The package ${name} is not installed`);
  return join(found, file);
}
