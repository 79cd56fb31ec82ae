import { LuaFactory } from 'wasmoon';
import { entryError } from '../worker/entry-error.ts';
import { capMemory } from '../worker/memory-cap.ts';
import { FILES_URL, serveFiles } from '../worker/served-files.ts';
import { servePrograms } from '../worker/serve-programs.ts';
import HARNESS from './lua/harness.lua?raw';

/** The file and line of an error, which Lua puts before its message. */
const PLACE = /^(?:\.\/)?([^:\n]+):(\d+): (.*)$/s;
/** The message of a file that does not load, before its place. */
const LOADING = /^error loading module '.*' from file '.*':\n\t/;
/** The folder of the room's files, before a place in one. */
const FOLDER = /(?<![\w./])\.\/(?=[^\s:]+:\d)/g;

servePrograms(async (files) => {
  capMemory();
  const stopServing = serveFiles(files);
  // Because without an address it would load its WebAssembly from another host.
  const factory = new LuaFactory(`${FILES_URL}glue.wasm`);
  const lua = await factory.createEngine();
  const module = await factory.getLuaModule();
  stopServing();
  return ({ code, files = [], stdin }, { input, output, end }) => {
    const entry = files[0]?.name ?? 'main.lua';
    for (const { name, content } of files) factory.mountFileSync(module, `/${name}`, content);
    const given = {
      _source: code,
      _entry: entry,
      _stdin: stdin,
      _write: (stream: string, text: string) => output.write(stream === 'err' ? 'err' : 'out', text),
      _exceeded: () => input.exceed(),
      _exit: (exitCode: number) => end({ exitCode }),
      _fail: (message: string, trace: string) => {
        output.write('err', `lua: ${withoutHarness(trace).replaceAll(FOLDER, '')}\n`);
        const [, file = entry, line, text = message] = PLACE.exec(message.replace(LOADING, '')) ?? [];
        const error = { name: 'Error', message: text, line: line === undefined ? null : Number(line), column: null };
        end({ exitCode: 1, error: entryError(error, file, entry) });
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
