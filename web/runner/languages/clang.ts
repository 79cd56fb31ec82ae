import { PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import type { RunEnd } from '@cip/contracts/runs/runs';
import { MEMORY_MAX, capMemory } from '../worker/memory-cap.ts';
import { serveFiles } from '../worker/served-files.ts';
import { deathOf } from './clang/death.ts';
import { servePrograms } from '../worker/serve-programs.ts';
import type { Host } from '../worker/serve-programs.ts';
import { WasiInput, wasiOutput } from '../worker/wasi-streams.ts';

/** The compiler's command and the file of a program, by language. */
const DIALECTS = {
  c: { command: 'clang', source: 'main.c', standard: '-std=c23' },
  cpp: { command: 'clang++', source: 'main.cpp', standard: '-std=c++23' },
} as const;
const PROGRAM = 'main.wasm';
/** The package's C++ library has no exceptions. If a program throws one, it compiles, but ends with these words. */
const THROW_FILE = 'throw.cpp';
const THROW = `extern "C" {
void *malloc(unsigned long);
long write(int, const void *, unsigned long);
[[noreturn]] void abort();
void *__cxa_allocate_exception(unsigned long size) { return malloc(size); }
void __cxa_free_exception(void *) {}
[[noreturn]] void __cxa_throw(void *, void *, void (*)(void *)) {
  static const char words[] = "An exception was thrown.\\n";
  write(2, words, sizeof words - 1);
  abort();
}
[[noreturn]] void __cxa_rethrow() { abort(); }
}`;
/** The stack of a program (bytes): as on Linux, and not the 64 KB of the linker's default. */
const STACK_BYTES = 8 * 1_024 * 1_024;
// Programs grow their memory without the interface that `capMemory` guards, so the linker writes the bound into them.
/** How much of what a program prints last tells why it ended (characters). */
const ERRORS_KEPT = 1_000;
const LINKING = [`-Wl,-z,stack-size=${STACK_BYTES}`, `-Wl,--max-memory=${MEMORY_MAX}`];
const OPTIONS = ['-O1', '-Wall', '-fno-color-diagnostics', ...LINKING, '-o', PROGRAM];

servePrograms(async (files) => {
  capMemory();
  const stopServing = serveFiles(files);
  // The compiler keeps the `fetch` that it finds when it is loaded.
  const { commands } = await import('@yowasp/clang');
  const quiet = { stdout: () => undefined, stderr: () => undefined, fetchProgress: () => undefined };
  await commands.clang(['--version'], {}, quiet);
  stopServing();
  return async ({ language, code }, host) => {
    const { command, source, standard } = DIALECTS[language === 'c' ? 'c' : 'cpp'];
    const more = command === 'clang++' ? { [THROW_FILE]: THROW } : {};
    const args = [source, ...Object.keys(more), standard, ...OPTIONS];
    const sources = { [source]: code, ...more };
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
      return host.end({ exitCode: 1, error: compileError(diagnostics) });
    }
    const program = built?.[PROGRAM];
    if (!(program instanceof Uint8Array)) return host.end({ exitCode: 1, error: compileError(diagnostics) });
    host.compiled();
    return execute(await WebAssembly.compile(new Uint8Array(program)), code, host);
  };
});

/** Returns the compiler's first error, with its place in the code. */
function compileError(diagnostics: string): RunEnd['error'] {
  const [, line, column, message] = /^main\.c(?:pp)?:(\d+):(\d+): (?:fatal )?error: (.*)$/m.exec(diagnostics) ?? [];
  if (message !== undefined) return { name: 'Error', message, line: Number(line), column: Number(column) };
  const [, problem = 'The program was not compiled.'] = /error: (?:\S+\.o: )?(.*)$/m.exec(diagnostics) ?? [];
  return { name: 'Error', message: problem, line: null, column: null };
}

/** Executes a compiled program with WASI. */
async function execute(module: WebAssembly.Module, code: string, { output, input, end }: Host): Promise<void> {
  let errors = '';
  const streams = [
    new WasiInput((buffer) => input.readBytes(buffer)),
    wasiOutput((text) => output.write('out', text)),
    wasiOutput((text) => {
      errors = `${errors}${text}`.slice(-ERRORS_KEPT);
      output.write('err', text);
    }),
    new PreopenDirectory('/', new Map()),
  ];
  const wasi = new WASI(['main'], [], streams, { debug: false });
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
  try {
    end({ exitCode: wasi.start(instance as Parameters<WASI['start']>[0]) });
  } catch (error) {
    const death = deathOf(error, errors, code);
    output.write('err', `${errors === '' || errors.endsWith('\n') ? '' : '\n'}${death.message}\n`);
    end({ exitCode: 134, error: death });
  }
}
