import type { Host } from '../../worker/serve-programs.ts';
import { Buffer } from './buffer.ts';
import { EventEmitter } from './emitter.ts';
import type { EventLoop } from './event-loop.ts';
import { Stdin } from './stdin.ts';

/** Thrown by `process.exit`, so that the code after it does not run. */
export class ProgramExit extends Error {}

/** The width that programs draw for (characters), because the output has none of its own. */
const COLUMNS = 80;

/** The `process` of Node.js. */
export type Process = ReturnType<typeof createProcess>;

/** Returns the `process` of a program. */
export function createProcess({ input, output, end }: Host, loop: EventLoop, fileName: string) {
  let isExiting = false;
  const exit = (code?: number | string | null): never => {
    process.exitCode = code ?? process.exitCode;
    if (!isExiting) {
      isExiting = true;
      process.emit('exit', exitCode());
    }
    end({ exitCode: exitCode() });
    throw new ProgramExit('exit');
  };
  const exitCode = () => Math.trunc(Number(process.exitCode ?? 0));
  const process = Object.assign(new EventEmitter(), {
    exitCode: undefined as number | string | undefined,
    exit,
    argv: ['node', fileName],
    argv0: 'node',
    execArgv: [] as string[],
    env: {},
    stdin: new Stdin(input, loop),
    stdout: writer('out', 1),
    stderr: writer('err', 2),
    hrtime: Object.assign(hrtime, { bigint: () => BigInt(Math.round(performance.now() * 1e6)) }),
    nextTick: (run: (...given: unknown[]) => void, ...given: unknown[]) => loop.nextTick(() => run(...given)),
    uptime: () => performance.now() / 1_000,
    cwd: () => '/',
    memoryUsage: Object.assign(() => ({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }), {
      rss: () => 0,
    }),
    cpuUsage: () => ({ user: Math.round(performance.now() * 1e3), system: 0 }),
    emitWarning: (warning: unknown) => output.write('err', `(node:1) Warning: ${String(warning)}\n`),
    pid: 1,
    title: 'node',
    platform: 'browser',
    arch: 'wasm32',
    version: 'v24.0.0',
    versions: {},
    release: { name: 'node' },
  });
  function writer(stream: 'out' | 'err', fd: number) {
    const write = (text: unknown, ...given: unknown[]) => {
      output.write(stream, text instanceof Uint8Array ? Buffer.from(text as never).toString() : String(text));
      const then = given.at(-1);
      if (typeof then === 'function') loop.nextTick(() => void Reflect.apply(then, undefined, []));
      return true;
    };
    const ended = (text?: unknown, ...given: unknown[]) => {
      if (text !== undefined && typeof text !== 'function') write(text);
      const then = [text, ...given].at(-1);
      if (typeof then === 'function') loop.nextTick(() => void Reflect.apply(then, undefined, []));
    };
    const stream_ = { fd, isTTY: false, columns: COLUMNS, rows: 24, writable: true, write, end: ended };
    return Object.assign(new EventEmitter(), stream_, {
      cork: () => undefined,
      uncork: () => undefined,
      getWindowSize: () => [COLUMNS, 24],
      hasColors: () => false,
      getColorDepth: () => 1,
    });
  }
  return process;
}

function hrtime(since?: readonly [number, number]): [number, number] {
  const nanoseconds = Math.round(performance.now() * 1e6);
  const from = since === undefined ? 0 : since[0] * 1e9 + since[1];
  return [Math.floor((nanoseconds - from) / 1e9), (nanoseconds - from) % 1e9];
}
