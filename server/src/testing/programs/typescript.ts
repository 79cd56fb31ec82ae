import { createRequire } from 'node:module';
import { posix } from 'node:path';
import { format } from 'node:util';
import { runInNewContext } from 'node:vm';
import { transform } from 'sucrase';

/** The texts of a program's files by their names; the first one is the program. */
export type ProgramFiles = ReadonlyMap<string, string>;

/** Longest time of a program (ms). */
const TIME_MAX_MS = 5_000;

const requirePackage = createRequire(import.meta.url);

/** Runs a JavaScript or TypeScript program of several files that reads its whole input. Returns its output. */
export function runModules(files: ProgramFiles, stdin: string): string {
  const lines: string[] = [];
  const log = (...values: unknown[]) => lines.push(format(...values));
  const loaded = new Map<string, { exports: unknown }>();
  const load = (name: string): unknown => {
    const known = loaded.get(name);
    if (known) return known.exports;
    const text = files.get(name) ?? files.get(`${name}.js`);
    if (text === undefined) throw new Error(`There is no file ${name}.`);
    const module = { exports: {} };
    loaded.set(name, module);
    const require = (path: string) => moduleOf(path, name);
    const globals = { console: { log }, URL, module, exports: module.exports, require };
    runInNewContext(compile(text, name), globals, { timeout: TIME_MAX_MS, filename: name });
    return module.exports;
  };
  const moduleOf = (path: string, from: string): unknown => {
    if (path.startsWith('.')) return load(posix.join(posix.dirname(from), path));
    return /^(node:)?fs$/.test(path) ? { readFileSync: () => stdin } : requirePackage(path);
  };
  try {
    load([...files.keys()][0] ?? '');
  } catch (error) {
    lines.push(String(error));
  }
  return lines.join('\n');
}

function compile(text: string, name: string): string {
  const transforms = ['imports' as const, 'typescript' as const, ...(name.endsWith('x') ? ['jsx' as const] : [])];
  return transform(text, { transforms, jsxRuntime: 'automatic', production: true, filePath: name }).code;
}
