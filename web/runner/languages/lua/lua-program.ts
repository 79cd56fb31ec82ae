import { LuaFactory } from 'wasmoon';
import type { LuaEngine } from 'wasmoon';
import { entryError } from '../../worker/entry-error.ts';
import type { StartProgram } from '../../worker/serve-programs.ts';
import HARNESS from './harness.lua?raw';

/** The file and line of an error, which Lua puts before its message. */
const PLACE = /^(?:\.\/)?([^:\n]+):(\d+): (.*)$/s;
/** The message of a file that does not load, before its place. */
const LOADING = /^error loading module '.*' from file '.*':\n\t/;
/** The folder of the room's files, before a place in one. */
const FOLDER = /(?<![\w./])\.\/(?=[^\s:]+:\d)/g;

/** Thrown by `os.exit`, so that the code after it does not run. */
class LuaHalt extends Error {}

/** Starts Lua from the WebAssembly at an address; without an address, from its package. */
export async function startLua(address?: string): Promise<StartProgram> {
  const factory = new LuaFactory(address);
  const lua = await factory.createEngine();
  const module = await factory.getLuaModule();
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
    defineHalt(lua.global);
    try {
      lua.doStringSync(HARNESS);
    } catch (error) {
      if (!(error instanceof LuaHalt)) throw error;
    }
  };
}

/** Defines `_halt` as a function of C, because an exception of JavaScript passes through `pcall` and coroutines. */
function defineHalt({ lua, address }: LuaEngine['global']): void {
  const halt = lua.module.addFunction(() => {
    throw new LuaHalt();
  }, 'ii');
  lua.lua_pushcclosure(address, halt, 0);
  lua.lua_setglobal(address, '_halt');
}

/** Returns a traceback without the frames below the program's own. */
function withoutHarness(trace: string): string {
  return trace.replace(/\n\t\[C\]: in function 'xpcall'.*/s, '');
}
