import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '@yowasp/clang';
import type { ProgramFiles } from './typescript.ts';

/** As the product compiles C++; its library has no exceptions. */
const OPTIONS = ['-std=c++23', '-I.', '-O1', '-fno-exceptions', '-o', 'main.wasm'];
/** Runs a compiled program with the input and output of its process. */
const RUN = `
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';
const wasi = new WASI({ version: 'preview1' });
const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[1]), wasi.getImportObject());
wasi.start(instance);
`;
const nowhere = () => undefined;

/** Compiles a C++ program of several files, and returns a function that runs it and returns its output. */
export async function compileCpp(files: ProgramFiles): Promise<(stdin: string) => string> {
  const sources = [...files.keys()].filter((name) => name.endsWith('.cpp'));
  const silent = { stdout: nowhere, stderr: nowhere, fetchProgress: nowhere };
  const built = await commands['clang++']([...sources, ...OPTIONS], Object.fromEntries(files), silent);
  const program = built?.['main.wasm'];
  if (!(program instanceof Uint8Array)) throw new Error('The program does not compile.');
  return (stdin) => run(program, stdin);
}

function run(program: Uint8Array, stdin: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'program-'));
  const path = join(folder, 'main.wasm');
  try {
    writeFileSync(path, program);
    const args = ['--no-warnings', '--input-type=module', '--eval', RUN, path];
    return execFileSync(process.execPath, args, { input: stdin, encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
