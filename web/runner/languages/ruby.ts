import { ConsoleStdout, Fd, PreopenDirectory, WASI, wasi as constants } from '@bjorn3/browser_wasi_shim';
import { RubyVM } from '@ruby/wasm-wasi';
import { capMemory } from '../worker/memory-cap.ts';
import { servePrograms } from '../worker/serve-programs.ts';
import type { Host } from '../worker/serve-programs.ts';
import HARNESS from './ruby/harness.rb?raw';

/** Without what needs threads or packages. */
const OPTIONS = ['ruby.wasm', '-EUTF-8', '--disable=gems,syntax_suggest', '-e_=0'];

servePrograms(async ({ modules }) => {
  capMemory();
  const module = modules['ruby.wasm'];
  if (module === undefined) throw new Error('ruby.wasm is missing');
  /** Where the program reads and writes, once it runs; the start of Ruby itself is silent. */
  let host: Host | undefined;
  const writer = (stream: 'out' | 'err') => {
    const decoder = new TextDecoder();
    return new ConsoleStdout((bytes) => host?.output.write(stream, decoder.decode(bytes, { stream: true })));
  };
  const stdin = new Input((buffer) => host?.input.readBytes(buffer) ?? 0);
  const wasip1 = new WASI([], [], [stdin, writer('out'), writer('err'), new PreopenDirectory('/', new Map())], {
    debug: false,
  });
  const { vm } = await RubyVM.instantiateModule({ module, wasip1, args: OPTIONS });
  const run = vm.eval(HARNESS);
  const toJson = vm.eval("require 'json'; JSON.method(:generate)");
  return ({ code }, given) => {
    host = given;
    const source = vm.eval(
      `"${Array.from(new TextEncoder().encode(code), hexOf).join('')}".dup.force_encoding('UTF-8')`,
    );
    const result = JSON.parse(toJson.call('call', run.call('call', source)).toString()) as Result;
    const { exitCode, error = null } = result;
    given.end({ exitCode, error: error && { ...error, column: null } });
  };
});

interface Result {
  exitCode: number;
  error?: { name: string; message: string; line: number | null };
}

/** The program's input as a file of WASI. */
class Input extends Fd {
  readonly #read: (buffer: Uint8Array) => number;

  constructor(read: (buffer: Uint8Array) => number) {
    super();
    this.#read = read;
  }

  override fd_read(size: number): { ret: number; data: Uint8Array } {
    const buffer = new Uint8Array(size);
    return { ret: constants.ERRNO_SUCCESS, data: buffer.subarray(0, this.#read(buffer)) };
  }

  override fd_fdstat_get(): { ret: number; fdstat: constants.Fdstat } {
    const fdstat = new constants.Fdstat(constants.FILETYPE_CHARACTER_DEVICE, 0);
    fdstat.fs_rights_base = BigInt(constants.RIGHTS_FD_READ);
    return { ret: constants.ERRNO_SUCCESS, fdstat };
  }
}

function hexOf(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, '0')}`;
}
