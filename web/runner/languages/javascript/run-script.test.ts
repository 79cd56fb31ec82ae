/// <reference types="node" />
import { Script } from 'node:vm';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Host } from '../../worker/serve-programs.ts';

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

/** A worker's scope, which checks the syntax of scripts and reports errors like an engine, and executes nothing. */
class Scope extends EventTarget {
  readonly #engine: Engine;
  readonly #thrown: Error | undefined;

  constructor(engine: Engine, thrown?: Error) {
    super();
    this.#engine = engine;
    this.#thrown = thrown;
    this.addEventListener = this.addEventListener.bind(this);
  }

  readonly importScripts = (url: string) => {
    const { needsType, own } = this.#engine;
    const [, type, code = ''] = /^data:([^,]*),(.*)$/s.exec(url) ?? [];
    if (needsType && type === '') return this.#report(new Error('A network error occurred.'), '', [15, 1234]);
    try {
      void new Script(decodeURIComponent(code), { filename: 'main.js' });
    } catch (error) {
      const [, line, mark = ''] = /^main\.js:(\d+)\n.*\n( *)\^/.exec((error as Error).stack ?? '') ?? [];
      const place = [Number(line), own?.column ?? mark.length + 1] as const;
      return this.#report(Object.assign(error as Error, { stack: '' }, own), url, place);
    }
    if (this.#thrown) return this.#report(this.#thrown, url, [1, 6]);
  };

  // An error that is reported ends its task.
  readonly setTimeout = (call: () => void, ms: number) =>
    setTimeout(() => {
      try {
        call();
      } catch (error) {
        if (error !== REPORTED) throw error;
      }
    }, ms);

  #report(error: Error, filename: string, [lineno, colno]: readonly [number, number]): void {
    const message = this.#engine.message(error.message);
    this.dispatchEvent(Object.assign(new Event('error'), { error, message, filename, lineno, colno }));
    throw REPORTED;
  }
}

const REPORTED = new Error('reported');

// Node loads its forms on first use, and would keep the Blob of `run` for all files of this worker.
beforeAll(() => void new FormData());

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
});

/** Runs a program in an engine. Resolves to its end; if the program throws, the stack has the address of its script. */
async function run(engine: Engine, code: string, thrown?: SyntaxError) {
  vi.stubGlobal('self', new Scope(engine, thrown));
  vi.stubGlobal('console', {});
  vi.stubGlobal('Blob', Array);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const [[text], { type = '' } = {}] = blob as unknown as [[string], { type?: string }?];
    const url = `data:${type},${encodeURIComponent(text)}`;
    if (thrown) thrown.stack = `run@${url}:1:6`;
    return url;
  });
  const { runScript } = await import('./run-script.ts');
  const { promise, resolve } = Promise.withResolvers<Parameters<Host['end']>[0]>();
  await runScript(code, 'main.js', {
    output: { write: () => undefined },
    end: resolve,
    compiled: () => undefined,
  } as unknown as Host);
  return promise;
}

for (const engine of ENGINES) {
  test(`runs a top-level await that ${engine.name} refuses in scripts`, async () => {
    expect(await run(engine, 'const a = await Promise.resolve(1);')).toEqual({ exitCode: 0, error: null });
  });

  test.each([
    ['let a = 1;\nlet b = ;', 2, 9],
    ['const a = await 1\nlet b = ;', 2, 9],
    ['const a = await 1; let b = ;', 1, 28],
  ])(`places the syntax error of %j in ${engine.name}`, async (code, line, column) => {
    const error = { name: 'SyntaxError', line, column: engine.own ? null : column };
    expect(await run(engine, code)).toMatchObject({ exitCode: 1, error });
  });

  test(`runs a program once that throws a syntax error in ${engine.name}`, async () => {
    const thrown = new SyntaxError('Expected }');
    const end = await run(engine, 'JSON.parse("{"); async () => await 1;', thrown);
    expect(end).toMatchObject({ error: { name: 'SyntaxError', message: 'Expected }', line: 1 } });
  });
}
