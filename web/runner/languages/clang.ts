import { PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import type { Inode } from '@bjorn3/browser_wasi_shim';
import type { Tree } from '@yowasp/clang';
import type { RunEnd, RunFile } from '@cip/contracts/runs/runs';
import { entryError } from '../worker/entry-error.ts';
import { MEMORY_MAX, capMemory } from '../worker/memory-cap.ts';
import { serveFiles } from '../worker/served-files.ts';
import { CPP_FILES, CPP_OPTIONS } from './clang/cpp-library.ts';
import { deathOf } from './clang/death.ts';
import { servePrograms } from '../worker/serve-programs.ts';
import type { Host } from '../worker/serve-programs.ts';
import { addFiles } from '../worker/wasi-files.ts';
import { WasiInput, wasiOutput } from '../worker/wasi-streams.ts';

/** The compiler's command and the file of a program, by language. */
const DIALECTS = {
  // With POSIX, as compilers have it by default.
  c: { command: 'clang', source: 'main.c', standard: '-std=gnu23' },
  cpp: { command: 'clang++', source: 'main.cpp', standard: '-std=c++23' },
} as const;
const PROGRAM = 'main.wasm';
/** A file that is compiled by itself, and not a part of another one. */
const SOURCE = /\.(?:c|cc|cpp|cxx)$/;
/** An error in the compiler's words: file, line, column and message. */
const DIAGNOSTIC = /^([^:\n]+):(\d+):(\d+): (?:fatal )?error: (.*)$/gm;
/** The stack of a program (bytes): as on Linux, and not the 64 KB of the linker's default. */
const STACK_BYTES = 8 * 1_024 * 1_024;
// Programs grow their memory without the interface that `capMemory` guards, so the linker writes the bound into them.
/** How much of what a program prints last tells why it ended (characters). */
const ERRORS_KEPT = 1_000;
const LINKING = [`-Wl,-z,stack-size=${STACK_BYTES}`, `-Wl,--max-memory=${MEMORY_MAX}`];
/** `clock()`, which has no own system call here. */
const CLOCKS = ['-D_WASI_EMULATED_PROCESS_CLOCKS', '-lwasi-emulated-process-clocks'];
const OPTIONS = ['-O1', '-Wall', '-fno-color-diagnostics', ...CLOCKS, ...LINKING, '-o', PROGRAM];

servePrograms(async (files) => {
  capMemory();
  const stopServing = serveFiles(files);
  // The compiler keeps the `fetch` that it finds when it is loaded.
  const { commands } = await import('@yowasp/clang');
  const quiet = { stdout: () => undefined, stderr: () => undefined, fetchProgress: () => undefined };
  await commands.clang(['--version'], {}, quiet);
  stopServing();
  return async ({ language, code, files }, host) => {
    const { command, source, standard } = DIALECTS[language === 'c' ? 'c' : 'cpp'];
    const given = files ?? [{ name: source, content: code }];
    const [entry = { name: source, content: code }, ...others] = given;
    const isCpp = command === 'clang++';
    const compiled = others.map(({ name }) => name).filter((name) => SOURCE.test(name));
    const args = [entry.name, ...compiled, ...(isCpp ? CPP_OPTIONS : []), standard, '-I.', ...OPTIONS];
    const sources = { ...treeOf(given), ...(isCpp && CPP_FILES) };
    const errors = new TextDecoder();
    let diagnostics = '';
    const stderr = (bytes: Uint8Array | null) => {
      if (bytes === null) return;
      const text = errors.decode(bytes, { stream: true });
      diagnostics += text;
      host.output.write('err', text);
    };
    let built;
    try {
      built = await commands[command](args, sources, { ...quiet, stderr });
    } catch {
      return host.end({ exitCode: 1, error: compileError(diagnostics, given) });
    }
    const program = built?.[PROGRAM];
    if (!(program instanceof Uint8Array)) return host.end({ exitCode: 1, error: compileError(diagnostics, given) });
    host.compiled();
    return execute(await WebAssembly.compile(new Uint8Array(program)), given, host);
  };
});

/** Returns the compiler's first error in the files of a program, with its place. */
function compileError(diagnostics: string, files: readonly RunFile[]): RunEnd['error'] {
  for (const [, path = '', line, column, message = ''] of diagnostics.matchAll(DIAGNOSTIC)) {
    const file = path.replace(/^\.\//, '');
    if (!files.some(({ name }) => name === file)) continue;
    const error = { name: 'Error', message, line: Number(line), column: Number(column) };
    return entryError(error, file, files[0]?.name ?? '');
  }
  const [, problem = 'The program was not compiled.'] = /error: (?:\S+\.o: )?(.*)$/m.exec(diagnostics) ?? [];
  return { name: 'Error', message: problem, line: null, column: null };
}

/** Returns files as the compiler takes them, with their folders as objects. */
function treeOf(files: readonly RunFile[]): Tree {
  const tree: Tree = {};
  for (const { name, content } of files) {
    const parts = name.split('/');
    const file = parts.pop() ?? '';
    let folder = tree;
    for (const part of parts) folder = (folder[part] ??= {}) as Tree;
    folder[file] = content;
  }
  return tree;
}

/** Executes a compiled program with WASI. It opens the other files by their names. */
async function execute(
  module: WebAssembly.Module,
  files: readonly RunFile[],
  { output, input, end }: Host,
): Promise<void> {
  let errors = '';
  const [entry = { name: '', content: '' }, ...others] = files;
  const folder = new Map<string, Inode>();
  addFiles(folder, others);
  const streams = [
    new WasiInput((buffer) => input.readBytes(buffer)),
    wasiOutput((text) => output.write('out', text)),
    wasiOutput((text) => {
      errors = `${errors}${text}`.slice(-ERRORS_KEPT);
      output.write('err', text);
    }),
    new PreopenDirectory('/', folder),
  ];
  const wasi = new WASI(['main'], [], streams, { debug: false });
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
  try {
    end({ exitCode: wasi.start(instance as Parameters<WASI['start']>[0]) });
  } catch (error) {
    const death = deathOf(error, errors, entry);
    output.write('err', `${errors === '' || errors.endsWith('\n') ? '' : '\n'}${death.message}\n`);
    end({ exitCode: 134, error: death });
  }
}
