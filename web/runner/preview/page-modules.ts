import type { RunFile } from '@cip/contracts/runs/runs';
import { addressOf, ModuleRegistry } from '../languages/javascript/module-registry.ts';
import type { Core } from '../languages/javascript/core.ts';
import { nameLine } from '../languages/javascript/project/file-scripts.ts';
import { RoomModules } from '../languages/javascript/project/room-modules.ts';
import type { Compiler, LoopGuard } from '../languages/javascript/project/room-modules.ts';
import type { UncaughtError } from '../languages/javascript/script-error.ts';
import { withLoopGuard, withPageFiles } from './compile-page-file.ts';
import type { Scripts } from './messages.ts';
import { mayLoop } from './page-loops.ts';
import type { RoomPictures } from './room-pictures.ts';
import { runScript, runScriptAt } from './run-script.ts';

/** The modules and scripts of the one program of a page. */
export class PageModules {
  readonly registry: ModuleRegistry;
  /** The files of the program, once it has come. */
  room: RoomModules | undefined;
  readonly #request: (files: readonly string[]) => void;
  #arrived: (() => void) | undefined;
  /** Packages that arrived before are added first. */
  #added = Promise.resolve();
  /** The file whose script loads, which only defines it, and the error of that. */
  #loading: string | undefined;
  #wrong: UncaughtError | null = null;

  /** `request` asks the app for files of packages and of the compiler. */
  constructor(core: Core, request: (files: readonly string[]) => void) {
    this.registry = new ModuleRegistry(core, {}, (script) => runScriptAt(addressOf(script)));
    this.#request = request;
  }

  open(files: readonly RunFile[], pictures: RoomPictures): RoomModules {
    const guard = (code: string) => this.guard(code);
    const compile: Compiler = (name, code) => (this.registry.require('js/project') as Compiler)(name, code);
    this.room = new RoomModules(files, {
      compile: withPageFiles(withLoopGuard(compile, guard), pictures),
      require: (name) => this.registry.require(name),
      // Only a file whose name a program computes is not defined before.
      load: (_url, script) => runScript(script),
      addressOf,
    });
    return this.room;
  }

  async loadCompiler(): Promise<void> {
    await this.load(['js/project']);
    this.#loops.installLoopCheck();
  }

  /** Returns a script whose loops end if they take too long; the compiler must have loaded if it may have any. */
  guard(code: string): string {
    return mayLoop(code) ? this.#loops.guardLoops(code) : code;
  }

  /** Waits for files, which the page may have sent before. */
  async load(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#arrived = resolve;
    this.#request(names);
    await promise;
  }

  /** Adds files that have arrived. */
  add(scripts: Scripts): void {
    this.#added = this.#added.then(async () => {
      for (const script of Object.values(scripts)) await this.registry.add(script);
      this.#arrived?.();
    });
  }

  /** Loads the imports of modules. Resolves to the first error. */
  async prepare(mains: readonly string[], room: RoomModules): Promise<UncaughtError | null> {
    if (mains.length === 0) return null;
    const { needed, reached, wrong } = room.prepare(...mains);
    if (wrong) return wrong;
    await this.load(needed);
    return this.define(reached, mains, room);
  }

  /** Loads the scripts of files; `mains` of them start by themselves. Resolves to the first error. */
  define(files: readonly string[], mains: readonly string[], room: RoomModules): Promise<UncaughtError | null> {
    return room.define(files, mains, async (url) => {
      this.#wrong = null;
      this.#loading = room.scripts.fileAt(url);
      await runScriptAt(url);
      this.#loading = undefined;
      return this.#wrong;
    });
  }

  /** Returns whether an error is that of a script which only defines a file, and keeps it if so. */
  isOfLoading(uncaught: UncaughtError): boolean {
    const isOfLoading = uncaught.file !== undefined && uncaught.file === this.#loading;
    if (isOfLoading) this.#wrong = uncaught;
    return isOfLoading;
  }

  /** Returns an address of a script of a page. */
  addressOf({ name, content }: RunFile): string {
    const url = addressOf(`${this.guard(content)}${nameLine(name)}`);
    this.room?.scripts.add(url, name);
    return url;
  }

  get #loops(): LoopGuard {
    return this.registry.require('js/loops') as LoopGuard;
  }
}
