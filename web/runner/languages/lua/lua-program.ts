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
    const decoders = { out: new TextDecoder(), err: new TextDecoder() };
    const finish: typeof end = (result) => {
      // A part of a letter at the end of a stream.
      for (const stream of ['out', 'err'] as const) output.write(stream, decoders[stream].decode());
      end(result);
    };
    const given = {
      _source: code,
      _entry: entry,
      _exceeded: () => input.exceed(),
      _exit: (exitCode: number) => finish({ exitCode }),
      _fail: (message: string, trace: string) => {
        output.write('err', `lua: ${withoutHarness(trace).replaceAll(FOLDER, '')}\n`);
        const [, file = entry, line, text = message] = PLACE.exec(message.replace(LOADING, '')) ?? [];
        const error = { name: 'Error', message: text, line: line === undefined ? null : Number(line), column: null };
        finish({ exitCode: 1, error: entryError(error, file, entry) });
      },
    };
    for (const [name, value] of Object.entries(given)) lua.global.set(name, value);
    defineHalt(lua.global);
    defineWrite(lua.global, (stream, bytes) => output.write(stream, decoders[stream].decode(bytes, { stream: true })));
    defineInput(lua.global, stdin);
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

/** Defines `_write` as a function of C, because a text is bytes: a part of a letter, or with NUL in it. */
function defineWrite(
  { lua, address }: LuaEngine['global'],
  take: (stream: 'out' | 'err', bytes: Uint8Array) => void,
): void {
  const write = lua.module.addFunction((state: number) => {
    const stream = lua.lua_tolstring(state, 1, null) === 'err' ? 'err' : 'out';
    const types = ['number' as const, 'number' as const, 'number' as const];
    const start = Number(lua.module.ccall('lua_tolstring', 'number', types, [state, 2, 0]));
    const bytes = lua.module.HEAPU8.subarray(start, start + Number(lua.lua_rawlen(state, 2)));
    take(stream, bytes);
    return 0;
  }, 'ii');
  lua.lua_pushcclosure(address, write, 0);
  lua.lua_setglobal(address, '_write');
}

/** Defines `_stdin` by its length, because it may have NUL in it. */
function defineInput({ lua, address }: LuaEngine['global'], stdin: string): void {
  const bytes = new TextEncoder().encode(stdin);
  const start = lua.module._malloc(bytes.length);
  lua.module.HEAPU8.set(bytes, start);
  lua.lua_pushlstring(address, start, bytes.length);
  lua.module._free(start);
  lua.lua_setglobal(address, '_stdin');
}

/** Returns a traceback without the frames below the program's own. */
function withoutHarness(trace: string): string {
  return trace.replace(/\n\t\[C\]: in function 'xpcall'.*/s, '');
}
