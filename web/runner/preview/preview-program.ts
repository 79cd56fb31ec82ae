import type { RunFile } from '@cip/contracts/runs/runs';
import { formatLog } from '../languages/javascript/inspect/format-log.ts';
import type { Core } from '../languages/javascript/core.ts';
import { roomError, roomFrames } from '../languages/javascript/project/room-error.ts';
import type { RoomModules } from '../languages/javascript/project/room-modules.ts';
import type { UncaughtError } from '../languages/javascript/script-error.ts';
import type { ProgramEnd } from '../messages.ts';
import type { FromPreview, ToPreview } from './messages.ts';
import { placePage } from './page-document.ts';
import type { PageScript } from './page-document.ts';
import { pageOf } from './page-entry.ts';
import { loopingHandlers, mayLoop } from './page-loops.ts';
import { PageModules } from './page-modules.ts';
import { runPageTests } from './page-tests.ts';
import type { PreviewOutput } from './preview-output.ts';
import { RoomPictures } from './room-pictures.ts';

/** If nothing is drawn because the page is hidden, a preview counts as drawn after this time (ms). */
const DRAWN_WITHIN_MS = 100;
/** The elements that libraries draw into, if there is no page in the room. */
const ROOTS = ['root', 'app'];

/** The message of an error that WebKit hides, because its code has the page's own address, and the one in its place. */
const HIDDEN = 'Script error.';
const UNDESCRIBED = 'The program failed. This browser does not tell where or why: Chrome and Firefox do.';

const { setTimeout: setTimeoutBefore, requestAnimationFrame: requestBefore } = window;

/** The one program that a preview shows. */
export class PreviewProgram {
  readonly #output: PreviewOutput;
  readonly #send: (message: FromPreview) => void;
  readonly #modules: PageModules;
  #pictures = new RoomPictures([]);
  #error: ProgramEnd['error'] = null;
  #isStarted = false;

  constructor(output: PreviewOutput, send: (message: FromPreview) => void) {
    this.#output = output;
    this.#send = send;
    this.#modules = new PageModules(this.#core(), (files) => send({ type: 'needs', files: [...files] }));
    window.reportError = reportWhole;
    window.addEventListener('error', (event) => this.#catch(event));
    window.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) =>
      this.#fail({ error: reason, message: `Unhandled rejection: ${String(reason)}`, line: null, column: null }),
    );
    document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective }) =>
      this.#output.write('err', this.#pictures.reasonOf(blockedURI, effectiveDirective)),
    );
  }

  receive(message: ToPreview): void {
    if (message.type === 'ping') return this.#send({ type: 'pong' });
    if (message.type === 'more') return this.#modules.add(message.scripts);
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
    this.#pictures.show();
    await this.#runAll(scripts, files);
    document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }));
    window.dispatchEvent(new Event('load'));
    await isDrawn();
    this.#isStarted = true;
    this.#report();
  }

  /** Runs the scripts of a page, whose handlers are in it already. */
  async #runAll(scripts: readonly PageScript[], files: readonly RunFile[]): Promise<void> {
    const modules = scripts.flatMap((script) => ('module' in script ? [script.module] : []));
    const room = this.#modules.open(withModules(files, modules), this.#pictures);
    const handlers = loopingHandlers();
    const isLooping = handlers.length > 0 || scripts.some((script) => 'run' in script && mayLoop(script.content));
    if (modules.length > 0 || isLooping) await this.#modules.loadCompiler();
    for (const handler of handlers) handler.value = this.#modules.guard(handler.value);
    const mains = modules.map(({ name }) => name);
    const wrong = await this.#modules.prepare(mains, room);
    if (wrong) return this.#fail(wrong);
    for (const script of scripts)
      if ('run' in script) await script.run(this.#modules.addressOf(script));
      else await this.#start(script.module.name, room);
  }

  /** Runs test files in place of the program. */
  async #test(files: RunFile[], tests: readonly string[]): Promise<void> {
    this.#pictures = new RoomPictures(files);
    const room = this.#modules.open(files, this.#pictures);
    await this.#modules.loadCompiler();
    const havePassed = await runPageTests(tests, {
      room,
      registry: this.#modules.registry,
      load: (names) => this.#modules.load(names),
      define: (reached, main) => this.#modules.define(reached, [main], room),
      report: (test) => this.#send({ type: 'test', test }),
    });
    this.#output.flush();
    this.#send({ type: 'end', end: { exitCode: havePassed ? 0 : 1, error: this.#error, needsInput: false } });
  }

  /** The parts of Node.js that the test functions ask for. */
  #core(): Core {
    const stdout = { write: (text: string) => this.#output.write('out', text) };
    const placeOf = (error: unknown) => (this.#modules.room ? roomFrames(error, this.#modules.room) : '');
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

  #catch({ error, message, filename, lineno, colno }: ErrorEvent): void {
    const file = this.#modules.room?.scripts.fileAt(filename);
    const place = file === undefined ? { line: null, column: null } : { line: lineno, column: colno || null, file };
    const text = error === null && message === HIDDEN ? UNDESCRIBED : message;
    const uncaught = { error: error as unknown, message: text, ...place };
    if (!this.#modules.isOfLoading(uncaught)) this.#fail(uncaught);
  }

  #fail(uncaught: UncaughtError): void {
    const { room } = this.#modules;
    const { error, text } = room
      ? roomError(uncaught, room)
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

/**
 * Reports an error as React does, but whole: WebKit hides the errors of scripts that were not loaded from an address.
 */
function reportWhole(error: unknown): void {
  window.dispatchEvent(new ErrorEvent('error', { error, message: `Uncaught ${String(error)}`, cancelable: true }));
}

/** Resolves after the next frame, or without one if the page is hidden. */
function isDrawn(): Promise<void> {
  return new Promise((resolve) => {
    requestBefore(() => setTimeoutBefore(resolve));
    setTimeoutBefore(resolve, DRAWN_WITHIN_MS);
  });
}
