import { PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import type { Inode } from '@bjorn3/browser_wasi_shim';
import { RubyVM } from '@ruby/wasm-wasi';
import { entryError } from '../worker/entry-error.ts';
import { capMemory } from '../worker/memory-cap.ts';
import { servePrograms } from '../worker/serve-programs.ts';
import type { Host } from '../worker/serve-programs.ts';
import { addFiles } from '../worker/wasi-files.ts';
import { WasiInput, wasiOutput } from '../worker/wasi-streams.ts';
import { deathOf, DYING } from './ruby/death.ts';
import HARNESS from './ruby/harness.rb?raw';
import THREADS from './ruby/threads.rb?raw';

/** Without parts that need threads or packages. */
const OPTIONS = ['ruby.wasm', '-EUTF-8', '--disable=gems,syntax_suggest', '-e_=0'];

servePrograms(async ({ modules }) => {
  capMemory();
  const module = modules['ruby.wasm'];
  if (module === undefined) throw new Error('ruby.wasm is missing');
  /** The program's streams, once it runs; the start of Ruby itself is silent. */
  let host: Host | undefined;
  /** What Ruby prints while it dies. */
  let dying = '';
  const writer = (stream: 'out' | 'err') =>
    wasiOutput((text) => {
      if (stream === 'err' && (dying !== '' || text.startsWith(DYING))) dying += text;
      else host?.output.write(stream, text);
    });
  const stdin = new WasiInput((buffer) => host?.input.readBytes(buffer) ?? 0);
  const root = new PreopenDirectory('/', new Map<string, Inode>());
  const wasip1 = new WASI([], [], [stdin, writer('out'), writer('err'), root], { debug: false });
  const { vm } = await RubyVM.instantiateModule({ module, wasip1, args: OPTIONS });
  vm.eval(THREADS);
  const run = vm.eval(HARNESS);
  const toJson = vm.eval("require 'json'; JSON.method(:generate)");
  /** Returns a text as Ruby's own. */
  const text = (value: string) =>
    vm.eval(`"${Array.from(new TextEncoder().encode(value), hexOf).join('')}".dup.force_encoding('UTF-8')`);
  return ({ code, files = [] }, given) => {
    host = given;
    addFiles(root.dir.contents, files);
    const [entry = 'main.rb', ...others] = files.map(({ name }) => name);
    try {
      const ended = run.call('call', text(code), text([entry, ...others].join('\n')));
      const { exitCode, error } = JSON.parse(toJson.call('call', ended).toString()) as Result;
      if (error === undefined) return given.end({ exitCode });
      const { name, message, line, file } = error;
      given.end({ exitCode, error: entryError({ name, message, line, column: null }, file ?? entry, entry) });
    } catch (failure) {
      const error = deathOf(failure, dying);
      given.output.write('err', `${error.name}: ${error.message}\n`);
      given.end({ exitCode: 1, error });
    }
  };
});

interface Result {
  exitCode: number;
  error?: { name: string; message: string; line: number | null; file: string | null };
}

function hexOf(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, '0')}`;
}
