import { LuaFactory } from 'wasmoon';
import { capMemory } from '../worker/memory-cap.ts';
import { FILES_URL, serveFiles } from '../worker/served-files.ts';
import { servePrograms } from '../worker/serve-programs.ts';
import HARNESS from './lua/harness.lua?raw';

/** The position of an error, which Lua puts before its message. */
const PLACE = /^main\.lua:(\d+): (.*)$/s;

servePrograms(async (files) => {
  capMemory();
  const stopServing = serveFiles(files);
  // Because without an address it would load its WebAssembly from another host.
  const lua = await new LuaFactory(`${FILES_URL}glue.wasm`).createEngine();
  stopServing();
  return ({ code, stdin }, { input, output, end }) => {
    const given = {
      _source: code,
      _stdin: stdin,
      _write: (stream: string, text: string) => output.write(stream === 'err' ? 'err' : 'out', text),
      _exceeded: () => input.exceed(),
      _exit: (exitCode: number) => end({ exitCode }),
      _fail: (message: string, trace: string) => {
        output.write('err', `lua: ${withoutHarness(trace)}\n`);
        const [, line, text = message] = PLACE.exec(message) ?? [];
        const error = { name: 'Error', message: text, line: line === undefined ? null : Number(line), column: null };
        end({ exitCode: 1, error });
      },
    };
    for (const [name, value] of Object.entries(given)) lua.global.set(name, value);
    lua.doStringSync(HARNESS);
  };
});

/** Returns a traceback without the frames below the program's own. */
function withoutHarness(trace: string): string {
  return trace.replace(/\n\t\[C\]: in function 'xpcall'.*/s, '');
}
