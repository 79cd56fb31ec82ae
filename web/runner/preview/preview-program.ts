import type { RunFile } from '@cip/contracts/runs/runs';
import { formatLog } from '../languages/javascript/format-log.ts';
import { ModuleRegistry } from '../languages/javascript/module-registry.ts';
import type { Core } from '../languages/javascript/core.ts';
import { roomError, roomFrames } from '../languages/javascript/project/room-error.ts';
import { RoomModules } from '../languages/javascript/project/room-modules.ts';
import type { Compiler } from '../languages/javascript/project/room-modules.ts';
import type { UncaughtError } from '../languages/javascript/script-error.ts';
import type { ProgramEnd } from '../messages.ts';
import { withPageFiles } from './compile-page-file.ts';
import type { FromPreview, Scripts, ToPreview } from './messages.ts';
import { placePage } from './page-document.ts';
import { pageOf } from './page-entry.ts';
import { runPageTests } from './page-tests.ts';
import type { PreviewOutput } from './preview-output.ts';
import { RoomPictures } from './room-pictures.ts';

/** If nothing is drawn because the page is hidden, a preview counts as drawn after this time (ms). */
const DRAWN_WITHIN_MS = 100;
/** The elements that libraries draw into, if there is no page in the room. */
const ROOTS = ['root', 'app'];

/** The message of an error that WebKit hides, and the one in its place. */
const HIDDEN = 'Script error.';
const UNDESCRIBED = 'The program failed. This browser does not tell where or why: Chrome and Firefox do.';

const { setTimeout: setTimeoutBefore, requestAnimationFrame: requestBefore } = window;

/** The one program that a preview shows. */
export class PreviewProgram {
  readonly #output: PreviewOutput;
  readonly #send: (message: FromPreview) => void;
  readonly #registry = new ModuleRegistry(this.#core(), {}, runScript);
  #arrived: (() => void) | undefined;
  #room: RoomModules | undefined;
  #pictures = new RoomPictures([]);
  #error: ProgramEnd['error'] = null;
  #isStarted = false;
  /** True while the script of a file loads, which only defines it, and the error of that. */
  #isLoading = false;
  #wrong: Error | undefined;

  constructor(output: PreviewOutput, send: (message: FromPreview) => void) {
    this.#output = output;
    this.#send = send;
    window.reportError = reportWhole;
    window.addEventListener('error', ({ error, message, filename, lineno, colno }: ErrorEvent) => {
      if (this.#isLoading) return void (this.#wrong = error instanceof Error ? error : new SyntaxError(message));
      const file = this.#room?.fileAt(filename);
      const place = file === undefined ? { line: null, column: null } : { line: lineno, column: colno, file };
      const text = error === null && message === HIDDEN ? UNDESCRIBED : message;
      this.#fail({ error: error as unknown, message: text, ...place });
    });
    window.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) =>
      this.#fail({ error: reason, message: `Unhandled rejection: ${String(reason)}`, line: null, column: null }),
    );
    document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) =>
      this.#output.write('err', this.#pictures.reasonOf(blockedURI, effectiveDirective)),
    );
  }

  receive(message: ToPreview): void {
    if (message.type === 'ping') return this.#send({ type: 'pong' });
    if (message.type === 'more') return this.#add(message.scripts);
    this.#send({ type: 'compiled' });
    void (message.tests ? this.#test(message.files, message.tests) : this.#show(message.files));
  }

  async #show(files: RunFile[]): Promise<void> {
    const report = (text: string) => this.#output.write('err', text);
    const page = files.find(({ name }) => name === pageOf(files));
    this.#pictures = new RoomPictures(files, page?.name);
    if (page === undefined) document.body.replaceChildren(...ROOTS.map(rootOf));
    const scripts = page
      ? placePage(page, files, { report, pictures: this.#pictures })
      : files.slice(0, 1).map((module) => ({ module }));
    const modules = scripts.flatMap((script) => ('module' in script ? [script.module] : []));
    this.#pictures.show();
    const room = this.#open(withModules(files, modules), runScript);
    const names = modules.map(({ name }) => name);
    if (names.length > 0) await this.#load(['js/project']);
    const { needed, wrong } = names.length > 0 ? room.prepare(...names) : { needed: [] };
    if (wrong) this.#fail(wrong);
    else {
      await this.#load(needed);
      for (const script of scripts)
        if ('run' in script) script.run();
        else await this.#start(script.module.name, room);
    }
    document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
    window.dispatchEvent(new Event('load'));
    await isDrawn();
    this.#isStarted = true;
    this.#report();
  }

  /** Runs test files in place of the program. */
  async #test(files: RunFile[], tests: readonly string[]): Promise<void> {
    this.#pictures = new RoomPictures(files);
    const room = this.#open(files, (script) => this.#runFile(script));
    await this.#load(['js/project']);
    const havePassed = await runPageTests(tests, {
      room,
      registry: this.#registry,
      load: (names) => this.#load(names),
      report: (test) => this.#send({ type: 'test', test }),
    });
    this.#output.flush();
    this.#send({ type: 'end', end: { exitCode: havePassed ? 0 : 1, error: this.#error, needsInput: false } });
  }

  #open(files: readonly RunFile[], load: (script: string) => void): RoomModules {
    this.#room = new RoomModules(files, {
      compile: (name, code) =>
        withPageFiles(this.#registry.require('js/project') as Compiler, this.#pictures)(name, code),
      require: (name) => this.#registry.require(name),
      load,
      addressOf: (script) => script,
    });
    return this.#room;
  }

  /** Runs the script of a file. Throws what only the browser finds wrong in its syntax. */
  #runFile(script: string): void {
    this.#wrong = undefined;
    this.#isLoading = true;
    runScript(script);
    this.#isLoading = false;
    const wrong = this.#wrong as Error | undefined;
    if (wrong !== undefined) throw wrong;
  }

  /** The parts of Node.js that the test functions ask for. */
  #core(): Core {
    const stdout = { write: (text: string) => this.#output.write('out', text) };
    const placeOf = (error: unknown) => (this.#room ? roomFrames(error, this.#room) : '');
    return { process: { exitCode: undefined, stdout }, placeOf, formatLog } as unknown as Core;
  }

  /** Reports that the program has started, and its first error, also if that comes later. */
  #report(): void {
    this.#output.flush();
    this.#send({ type: 'end', end: { exitCode: null, error: this.#error, needsInput: false } });
  }

  async #start(name: string, room: RoomModules): Promise<void> {
    try {
      await room.run(name);
    } catch (error) {
      this.#fail({ error, message: String(error), line: null, column: null });
    }
  }

  /** Waits for files, which the page may have sent before. */
  async #load(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#arrived = resolve;
    this.#send({ type: 'needs', files: [...names] });
    await promise;
  }

  #add(scripts: Scripts): void {
    for (const script of Object.values(scripts)) this.#registry.add(script);
    this.#arrived?.();
  }

  #fail(uncaught: UncaughtError): void {
    const { error, text } = this.#room
      ? roomError(uncaught, this.#room)
      : { error: { name: 'Error', message: uncaught.message, line: null, column: null }, text: uncaught.message };
    const isFirst = this.#error === null;
    this.#error ??= error;
    this.#output.write('err', text);
    if (isFirst && this.#isStarted) this.#report();
  }
}

/** Returns the files with the modules of a page in it, which may be more. The first stays the first. */
function withModules(files: readonly RunFile[], modules: readonly RunFile[]): RunFile[] {
  const byName = new Map([...files, ...modules].map((file) => [file.name, file]));
  return [...byName.values()];
}

function rootOf(id: string): HTMLElement {
  return Object.assign(document.createElement('div'), { id });
}

/** Reports an error as React does, but whole: WebKit hides the errors of scripts that were not loaded from an address. */
function reportWhole(error: unknown): void {
  window.dispatchEvent(new ErrorEvent('error', { error, message: `Uncaught ${String(error)}`, cancelable: true }));
}

/** Runs a script in the global scope, before anything else. */
function runScript(text: string): void {
  const script = document.createElement('script');
  script.text = text;
  document.head.append(script);
  script.remove();
}

/** Resolves after the next frame, or without one if the page is hidden. */
function isDrawn(): Promise<void> {
  return new Promise((resolve) => {
    requestBefore(() => setTimeoutBefore(resolve));
    setTimeoutBefore(resolve, DRAWN_WITHIN_MS);
  });
}
