/// <reference types="node" />
import { Script } from 'node:vm';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Host } from '../../worker/serve-programs.ts';
import type { Core } from './core.ts';

/** How an engine reports a script that does not load. */
interface Engine {
  name: string;
  message: (message: string) => string;
  /** Properties of its errors, and the column that it gives each syntax error. */
  own?: { column: number };
  needsType?: boolean;
}

const ENGINES: Engine[] = [
  { name: 'Chromium', message: (message) => `Uncaught SyntaxError: ${message}` },
  { name: 'Firefox', message: (message) => `SyntaxError: ${message}`, needsType: true },
  {
    name: 'WebKit',
    message: () => "SyntaxError: Unexpected identifier 'Promise'. Expected ';' after variable declaration.",
    own: { column: 1234 },
  },
];

/** A worker's scope, which runs scripts and reports errors like an engine. */
class Scope extends EventTarget {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    super();
    this.#engine = engine;
    this.addEventListener = this.addEventListener.bind(this);
  }

  readonly importScripts = (url: string) => {
    const { needsType, own } = this.#engine;
    const [, type, code = ''] = /^data:([^,]*),(.*)$/s.exec(url) ?? [];
    if (needsType && type === '') throw this.#reportOf(new Error('A network error occurred.'), '', [15, 1234]);
    let script: Script;
    try {
      script = new Script(decodeURIComponent(code), { filename: 'main.js' });
    } catch (error) {
      const [, line, mark = ''] = /^\S+:(\d+)(?:\n.*\n( *)\^)?/.exec((error as Error).stack ?? '') ?? [];
      const place = [Number(line), own?.column ?? mark.length + 1] as const;
      throw this.#reportOf(Object.assign(error as Error, { stack: '' }, own), url, place);
    }
    script.runInThisContext();
  };

  readonly clearTimeout = clearTimeout;

  // An error is reported when it has ended its task.
  readonly setTimeout = (call: () => void, ms: number) =>
    setTimeout(() => {
      try {
        call();
      } catch (error) {
        if (error instanceof Report) return void this.dispatchEvent(error.event);
        // WebKit and Firefox have the message in no stack.
        const [, line, column] = /main\.js:(\d+):(\d+)/.exec((error as Error).stack ?? '') ?? [];
        const stack = `run@${FILE_URL}:${line}:${column}`;
        const place = [Number(line), Number(column)] as const;
        this.dispatchEvent(this.#reportOf(Object.assign(error as Error, { stack }), FILE_URL, place).event);
      }
    }, ms);

  #reportOf(error: Error, filename: string, [lineno, colno]: readonly [number, number]): Report {
    const message = this.#engine.message(error.message);
    return new Report(Object.assign(new Event('error'), { error, message, filename, lineno, colno }));
  }
}

/** Thrown by a script that does not load. */
class Report extends Error {
  readonly event: Event;

  constructor(event: Event) {
    super();
    this.event = event;
  }
}

const FILE_URL = 'room:///main.js';
let addresses = 0;

// Node loads its forms on first use, and would keep the Blob of `run` for all files of this worker.
beforeAll(() => void new FormData());

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
});

/** Runs a program in an engine. Resolves to its end. */
async function run(engine: Engine, code: string, changes: Partial<Host> = {}) {
  vi.stubGlobal('self', new Scope(engine));
  vi.stubGlobal('console', {});
  vi.stubGlobal('Blob', Array);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const [[text], { type = '' } = {}] = blob as unknown as [[string], { type?: string }?];
    // A number, because Node.js runs the module of an address once.
    return `data:${type && `${type};id=${addresses++}`},${encodeURIComponent(text).replaceAll("'", '%27')}`;
  });
  const { runScript } = await import('./run-script.ts');
  const { promise, resolve } = Promise.withResolvers<Parameters<Host['end']>[0]>();
  await runScript(code, 'main.js', {
    output: { write: () => undefined },
    input: { isExceeded: false },
    end: resolve,
    compiled: () => undefined,
    ...changes,
  } as unknown as Host);
  return promise;
}

for (const engine of ENGINES) {
  test.each([
    'const a = await Promise.resolve(1);',
    'if (1) return;',
    '#!/usr/bin/env node\nasync () => await 1; if (this) return;',
  ])(`runs %j, which ${engine.name} refuses in functions or scripts`, async (code) => {
    expect(await run(engine, code)).toEqual({ exitCode: 0, error: null });
  });

  test.each([
    ['let a = 1;\nlet b = ;', 2, 9],
    ['let a = ;', 1, 9],
    ['const a = await 1\nlet b = ;', 2, 9],
    ['const a = await 1; let b = ;', 1, 28],
    ['function f() {\n', 2, 1],
  ])(`places the syntax error of %j in ${engine.name}`, async (code, line, column) => {
    const error = { name: 'SyntaxError', line, column: engine.own ? null : column };
    expect(await run(engine, code)).toMatchObject({ exitCode: 1, error });
  });

  test(`runs a program once that throws a syntax error in ${engine.name}`, async () => {
    vi.stubGlobal('runs', { count: 0 });
    const end = await run(engine, 'runs.count++; JSON.parse("{"); async () => await 1;');
    expect(end).toMatchObject({ error: { name: 'SyntaxError', line: 1, column: 20 } });
    expect(Reflect.get(globalThis, 'runs')).toEqual({ count: 1 });
  });

  test(`keeps the names of a program apart from those of ${engine.name}`, async () => {
    const code = 'class Map {} class Promise {} if (this !== module.exports || new Map().set) throw 1;';
    expect(await run(engine, code)).toEqual({ exitCode: 0, error: null });
    expect(new globalThis.Map().size).toBe(0);
  });
}

test.each(ENGINES.slice(0, 1))('ends an await that nothing can end in $name', async (engine) => {
  expect(await run(engine, 'await new Promise(() => {});')).toEqual({ exitCode: 13, needsInput: false });
});

/** The files that a program with tests needs, in place of the built ones. */
async function stubTestFiles(): Promise<string[]> {
  const { createTestRunner } = await import('./packages/test-runner.ts');
  vi.stubGlobal('testModules', (core: Core) => {
    const { runner, functions } = createTestRunner(core, () => () => undefined);
    vi.stubGlobal('test', functions.test);
    const read = () => ({ isModule: false, uses: [], statements: [], calls: new Set() });
    return { 'js/runner': runner, 'js/syntax': read };
  });
  return ['self.defineRunnerModules((require, module) => void (module.exports.modules = testModules));'];
}

test.each([
  [false, ['✗ adds'], { exitCode: 1, error: { message: 'wrong' } }],
  [true, [], { exitCode: 0, error: null }],
])('runs no tests of a program if it is judged: %s', async (isJudged, printed, end) => {
  const write = vi.fn<Host['output']['write']>();
  const more = stubTestFiles;
  const changes = { isJudged, more, output: { write } } as unknown as Partial<Host>;
  const code = "test('adds', () => { throw new Error('wrong'); });";
  const [engine] = ENGINES;
  expect(engine && (await run(engine, code, changes))).toMatchObject(end);
  expect(write.mock.calls.slice(0, 1).map(([, text]) => text.trim())).toEqual(printed);
});
