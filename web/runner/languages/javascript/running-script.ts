import type { RunFile } from '@cip/contracts/runs/runs';
import type { TestReport } from '../../messages.ts';
import type { Host } from '../../worker/serve-programs.ts';
import { installConsole } from './console.ts';
import { EventLoop } from './event-loop.ts';
import { addressOf } from './module-registry.ts';
import { installNode } from './node-modules.ts';
import { OneFile } from './one-file.ts';
import { prepareProgram } from './prepare-program.ts';
import type { ReadModules } from './prepare-program.ts';
import type { ProgramModules } from './program-modules.ts';
import { ProgramExit } from './process.ts';
import { prepareProject } from './project/prepare-project.ts';
import { roomError, roomFrames } from './project/room-error.ts';
import { ROOM_URL } from './project/file-scripts.ts';
import type { Compiler, RoomModules } from './project/room-modules.ts';
import { runTestFiles } from './project/run-test-files.ts';
import { asFunction, columnInFunction, columnOf } from './program-text.ts';
import { describeError, framesText, isOfLoading, scriptError } from './script-error.ts';
import type { UncaughtError } from './script-error.ts';

/** The exit code of a program whose `await` has nothing more to wait for, such as a line behind the end of its input. */
const UNSETTLED = 13;
/** Time for what browsers do without telling (ms), before an `await` counts as one that never ends. */
const UNSETTLED_MS = 2_000;

/** The function that tells that a module has loaded. */
const LOADED = 'tellModuleLoaded';

/** The words that make a script a module. JavaScriptCore's message of a syntax error does not name them. */
const MODULE_SYNTAX = /\b(import|export|await)\b/;

const { importScripts, addEventListener } = self;
const setTimeoutBefore = self.setTimeout.bind(self);
const clearTimeoutBefore = self.clearTimeout.bind(self);

/** A script, as a function, or a module that runs in this worker. */
export class RunningScript {
  readonly #code: string;
  readonly #fileName: string;
  readonly #host: Host;
  readonly #files: readonly RunFile[];
  readonly #loop = new EventLoop(() => this.#rest());
  readonly #node: ReturnType<typeof installNode>;
  readonly #file: OneFile;
  /** The files of a program that has several. */
  #room: RoomModules | undefined;
  #url = 'about:blank';
  /** The program with the addresses of its modules. */
  #prepared = '';
  #modules: ProgramModules | undefined;
  #isEvaluated = false;
  #unsettled: number | undefined;
  /** True if the script that is loading only serves to find a syntax error. */
  #isLocating = false;
  #hasTested = false;
  /** The first test that failed. */
  #failed: { error: unknown } | null = null;

  constructor(code: string, fileName: string, host: Host, files: readonly RunFile[] = []) {
    this.#code = code;
    this.#fileName = fileName;
    this.#host = host;
    this.#files = files;
    this.#file = new OneFile(fileName);
    addEventListener('error', (event) => this.#catch(event));
    addEventListener('unhandledrejection', (event) => this.#catchRejection(event));
    installConsole((stream, text) => host.output.write(stream, text));
    this.#loop.install();
    this.#node = installNode(host, this.#loop, { fileName, files }, (error) =>
      this.#room ? roomFrames(error, this.#room) : framesText(error, this.#url, fileName, this.#file.readdress),
    );
  }

  /** Loads what the program names, and then starts it. */
  async prepare(first: string[], bundled: ReadModules | undefined): Promise<void> {
    const { registry } = this.#node;
    const prepared = await prepareProgram(this.#code, { host: this.#host, registry, loop: this.#loop }, first, bundled);
    if ('message' in prepared) return this.#fail(prepared);
    this.#modules = prepared.modules;
    this.start(prepared.code);
  }

  /** Loads the packages that the files of a program name, and then starts the first file, or runs the test files. */
  async prepareProject(compiler: Compiler | undefined, tests: readonly string[] | undefined): Promise<void> {
    const tools = { host: this.#host, registry: this.#node.registry };
    const { room, wrong } = await prepareProject(this.#files, tools, compiler, tests);
    this.#room = room;
    this.#url = ROOM_URL;
    const uncaught = tests ? undefined : wrong.get(room.entry);
    if (uncaught) return this.#fail(uncaught);
    this.#host.compiled();
    const start = () => (tests ? void this.#runTestFiles(tests, room, wrong) : this.#startProject(room));
    setTimeoutBefore(() => this.#loop.runMain(start), 0);
  }

  /** Runs the test files, and ends with the last test, whatever they have left running. */
  async #runTestFiles(
    files: readonly string[],
    room: RoomModules,
    wrong: ReadonlyMap<string, UncaughtError>,
  ): Promise<void> {
    const { runner } = this.#node.registry;
    if (runner === null) return;
    this.#loop.hold();
    const report = (test: TestReport) => this.#host.test(test);
    const havePassed = await runTestFiles(files, { room, wrong, runner, report });
    const exitCode = havePassed ? 0 : 1;
    this.#leave(exitCode);
    this.#host.end({ exitCode });
  }

  #startProject(room: RoomModules): void {
    const over = () => {
      this.#isEvaluated = true;
      this.#loop.wake();
    };
    let running: unknown;
    try {
      running = room.start();
    } finally {
      this.#isEvaluated = !(running instanceof Promise);
    }
    if (running instanceof Promise)
      running.then(over, (error: unknown) => {
        over();
        // Only the browser's report of a script that does not load has its place.
        const { broken } = room.scripts;
        if (broken !== null && error instanceof SyntaxError) return setTimeoutBefore(() => importScripts(broken), 0);
        return this.#fail({ error, message: String(error), line: null, column: null });
      });
  }

  start(code: string): void {
    this.#host.compiled();
    this.#prepared = code;
    if (this.#modules?.isModule) return this.#runModule();
    this.#url = this.#file.url;
    this.#evaluate(() => this.#file.run(code, this.#node.given));
  }

  /**
   * Loads a script in a task of its own, because its error has to reach the listener, where a syntax error has its
   * line.
   */
  #evaluate(run: () => void): void {
    this.#isEvaluated = false;
    const main = () => {
      try {
        run();
      } finally {
        this.#isEvaluated = true;
      }
    };
    setTimeoutBefore(() => this.#loop.runMain(main), 0);
  }

  #runModule(): void {
    this.#isEvaluated = false;
    this.#url = addressOf(this.#prepared);
    Object.defineProperty(self, LOADED, { value: this.#loop.hold(), configurable: true });
    const loaded = addressOf(`self.${LOADED}();`);
    import(/* @vite-ignore */ addressOf(`import '${loaded}'; import '${this.#url}';`)).then(
      () => {
        this.#isEvaluated = true;
        this.#loop.wake();
      },
      (error: unknown) => {
        const failed = { error, message: String(error), line: null, column: null };
        this.#isLocating = isOfLoading(error, this.#url);
        this.#isEvaluated = !this.#isLocating;
        if (this.#isEvaluated) return this.#fail(failed);
        setTimeoutBefore(() => importScripts(addressOf(asFunction(this.#code, this.#modules))), 0);
        setTimeoutBefore(() => this.#fail(failed), 0);
      },
    );
  }

  #catch(event: ErrorEvent): void {
    event.preventDefault();
    const { error, message, filename, lineno, colno } = event as ErrorEvent & { error: unknown };
    if (this.#isLocating) return this.#fail({ error, message, line: lineno, column: columnInFunction(lineno, colno) });
    const file = this.#room?.scripts.fileAt(filename);
    if (file !== undefined) return this.#fail({ error, message, line: lineno, column: colno, file });
    if (this.#file.isBroken && this.#url === this.#file.url) return this.#runOtherwise();
    if (this.#file.isAt(filename))
      return this.#fail({ error, message, line: lineno, column: this.#file.columnOf(lineno, colno) });
    const isOwn = filename === this.#url;
    this.#fail({ error, message, line: isOwn ? lineno : null, column: isOwn ? colno : null });
  }

  /** Runs what is no function as a module, or as a script if that does not change its syntax error. */
  #runOtherwise(): void {
    if (MODULE_SYNTAX.test(this.#code)) return this.#runModule();
    this.#url = addressOf(this.#prepared);
    this.#evaluate(() => importScripts(this.#url));
  }

  #catchRejection(event: PromiseRejectionEvent): void {
    event.preventDefault();
    const error: unknown = event.reason;
    if (error instanceof ProgramExit) return;
    if (this.#node.process.emit('unhandledRejection', error, event.promise)) return this.#loop.wake();
    this.#fail({ error, message: `Unhandled rejection: ${String(error)}`, line: null, column: null });
  }

  #fail(uncaught: UncaughtError): void {
    if (uncaught.error instanceof ProgramExit) return;
    const { process } = this.#node;
    const isOfProgram = !this.#isLocating && !isOfLoading(uncaught.error, this.#url, this.#file.readdress);
    if (isOfProgram && process.listenerCount('uncaughtException') > 0)
      return this.#loop.runMain(() => void process.emit('uncaughtException', uncaught.error, 'uncaughtException'));
    const { error, text } = this.#describe(uncaught);
    this.#host.output.write('err', text);
    if (isOfProgram) this.#leave(1);
    this.#host.end({ exitCode: 1, error });
  }

  /** Returns an error with its place, and the text that a terminal would show. */
  #describe(uncaught: UncaughtError): ReturnType<typeof roomError> {
    if (this.#room) return roomError(uncaught, this.#room);
    const { readdress } = this.#file;
    const error = scriptError(uncaught, this.#url, readdress);
    error.column = columnOf(error, this.#code, this.#modules);
    return { error, text: describeError(error, uncaught.error, this.#url, this.#fileName, readdress) };
  }

  /** Ends the program when nothing is left to do, also after what the browser does for it. */
  #rest(): void {
    setTimeoutBefore(() => setTimeoutBefore(() => this.#end(), 0), 0);
  }

  #end(): void {
    if (!this.#loop.isIdle) return;
    const { process, readline } = this.#node;
    const isUnanswered = readline.isUnanswered();
    // As Node.js ends a module whose `await` has nothing more to wait for.
    if (!this.#isEvaluated && isUnanswered) process.exitCode = UNSETTLED;
    else if (!this.#isEvaluated) return this.#waitForAwait();
    if (readline.finish() && !isUnanswered) return this.#loop.wake();
    if (this.#test()) return;
    if (process.emit('beforeExit', Number(process.exitCode ?? 0)) && !this.#loop.isIdle) return;
    const exitCode = Number(process.exitCode ?? 0);
    this.#leave(exitCode);
    const failed = this.#failed && { ...this.#failed, message: String(this.#failed.error), line: null, column: null };
    const error =
      failed &&
      (this.#room ? roomError(failed, this.#room).error : scriptError(failed, this.#url, this.#file.readdress));
    this.#host.end({ exitCode, error, ...(isUnanswered && { needsInput: true }) });
  }

  /** Ends a program that awaits at its top level, if nothing has come for it after a while. */
  #waitForAwait(): void {
    clearTimeoutBefore(this.#unsettled);
    this.#unsettled = setTimeoutBefore(() => {
      if (this.#isEvaluated || !this.#loop.isIdle) return;
      this.#host.output.write('err', 'Warning: Detected unsettled top-level await\n');
      this.#leave(UNSETTLED);
      this.#host.end({ exitCode: UNSETTLED, needsInput: this.#host.input.isExceeded });
    }, UNSETTLED_MS);
  }

  #leave(exitCode: number): void {
    try {
      this.#node.process.emit('exit', exitCode);
    } catch (error) {
      if (!(error instanceof ProgramExit)) this.#host.output.write('err', `${String(error)}\n`);
    }
  }

  /** Runs the tests that the program has defined, once, unless it is judged. Returns whether there are any. */
  #test(): boolean {
    const runner = this.#node.registry.runner;
    if (this.#hasTested || this.#host.isJudged || runner === null || !runner.hasTests) return false;
    this.#hasTested = true;
    const release = this.#loop.hold();
    void runner.run().then((problem) => {
      this.#failed = problem;
      release();
    });
    return true;
  }
}
