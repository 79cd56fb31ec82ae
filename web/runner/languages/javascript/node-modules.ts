import type { Host } from '../../worker/serve-programs.ts';
import { formatLog } from './format-log.ts';
import { inspect } from './inspect.ts';

/** Thrown by `process.exit`, so that the code after it does not run. */
export class ProgramExit extends Error {}

type Listener = (value?: unknown) => void;

/** Installs the parts of Node.js and of terminals that interview programs use: input, `process`, and a few modules. */
export function installNode({ input, output, end }: Host, later: (run: () => void) => void): void {
  const exit = (code = 0): never => {
    end({ exitCode: Number(code) });
    throw new ProgramExit('exit');
  };
  const writer = (stream: 'out' | 'err') => ({
    write: (text: unknown) => {
      output.write(stream, String(text));
      return true;
    },
  });
  const stdin = {
    fd: 0,
    setEncoding: () => stdin,
    resume: () => stdin,
    on(event: string, listener: Listener) {
      if (event === 'data')
        later(() => {
          const text = input.readAll();
          if (text !== '') listener(text);
        });
      if (event === 'end' || event === 'close') later(() => listener());
      return stdin;
    },
    async *[Symbol.asyncIterator]() {
      yield input.readAll();
    },
  };
  const readFileSync = (file: unknown) => {
    if (file === 0 || file === '/dev/stdin') return input.readAll();
    throw new Error(`Programs have no files here: ${String(file)}`);
  };
  const question = (text: string) => {
    output.write('out', text);
    return input.readLine();
  };
  const createInterface = () => {
    const reader = {
      on(event: string, listener: Listener) {
        if (event === 'line')
          later(() => {
            for (let line = input.readLine(); line !== null; line = input.readLine()) listener(line);
          });
        if (event === 'close') later(() => listener());
        return reader;
      },
      once: (event: string, listener: Listener) => reader.on(event, listener),
      question: (text: string, listener: Listener) => later(() => listener(question(text) ?? '')),
      close: () => undefined,
      setPrompt: () => undefined,
      prompt: () => undefined,
      async *[Symbol.asyncIterator]() {
        for (let line = input.readLine(); line !== null; line = input.readLine()) yield line;
      },
    };
    return reader;
  };
  const assert = (value: unknown, message = 'The assertion failed') => {
    if (!value) throw new Error(message);
  };
  const modules: Record<string, unknown> = {
    fs: { readFileSync },
    readline: { createInterface },
    util: { inspect, format: (...values: unknown[]) => formatLog(values) },
    assert: Object.assign(assert, {
      ok: assert,
      strictEqual: assertSame,
      equal: assertSame,
      deepStrictEqual: assertAlike,
      deepEqual: assertAlike,
    }),
    perf_hooks: { performance },
  };
  const require = (name: string) => {
    const found = modules[name.replace(/^node:/, '')];
    if (found === undefined) throw new Error(`Cannot find module '${name}': programs have no packages here`);
    return found;
  };
  const module = { exports: {} };
  const process = {
    argv: ['node', 'main.js'],
    env: {},
    exit,
    stdin,
    stdout: writer('out'),
    stderr: writer('err'),
    hrtime: Object.assign(() => [Math.floor(performance.now() / 1_000), (performance.now() % 1_000) * 1e6], {
      bigint: () => BigInt(Math.round(performance.now() * 1e6)),
    }),
    nextTick: (run: (...given: unknown[]) => void, ...given: unknown[]) => queueMicrotask(() => run(...given)),
    memoryUsage: () => ({ heapUsed: 0, heapTotal: 0, rss: 0 }),
    platform: 'browser',
    version: '',
    versions: {},
    on: () => process,
  };
  const readline = () => input.readLine();
  Object.assign(self, {
    require,
    module,
    exports: module.exports,
    process,
    global: self,
    readline,
    prompt: (text = '') => question(String(text)),
  });
}

function assertSame(actual: unknown, expected: unknown, message?: string): void {
  if (!Object.is(actual, expected)) throw new Error(message ?? `${inspect(actual)} is not ${inspect(expected)}`);
}

function assertAlike(actual: unknown, expected: unknown, message?: string): void {
  if (inspect(actual) !== inspect(expected))
    throw new Error(message ?? `${inspect(actual)} is not ${inspect(expected)}`);
}
