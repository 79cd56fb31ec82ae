import type { RunFile } from '@cip/contracts/runs/runs';
import { missingModule } from '../offered.ts';
import { filesFor } from '../program-modules.ts';
import type { ProgramModules } from '../program-modules.ts';
import type { UncaughtError } from '../script-error.ts';
import { columnBehind, FileScripts, startOf } from './file-scripts.ts';
import type { ScriptTools } from './file-scripts.ts';
import { resolveFile } from './resolve-file.ts';

/** A file as a CommonJS module. */
export interface Compiled {
  code: string;
  /** Whether it was changed, so that its columns are not those of the file. */
  isMoved: boolean;
  modules: ProgramModules;
}

/** Compiles a file. Throws if its syntax is wrong. */
export type Compiler = (name: string, code: string) => Compiled;

/** Guards pages against endless loops. */
export interface LoopGuard {
  /** Returns a script whose loops call a check before each turn. */
  guardLoops(code: string): string;
  /** Gives this page the check. */
  installLoopCheck(): void;
}

interface Tools extends ScriptTools {
  compile: Compiler;
  /** Returns a module that is no file of the room. Throws if there is none. */
  require: (name: string) => unknown;
}

interface Module {
  exports: unknown;
  id: string;
  filename: string;
  loaded: boolean;
}

/** Images as bundlers offer them; here a page has only images that are text. */
const IMAGE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;
const ONLY_SVG = ': images are .svg files of the room.';

const RELATIVE = /^(?:\.{0,2}\/|\.{1,2}$)/;

/** The files of a program as modules, which are compiled when they are first named. */
export class RoomModules {
  /** The name of the file that starts the program. */
  readonly entry: string;
  readonly scripts: FileScripts;
  readonly #texts: ReadonlyMap<string, string>;
  readonly #names: ReadonlySet<string>;
  readonly #tools: Tools;
  readonly #compiled = new Map<string, Compiled>();
  readonly #modules = new Map<string, Module>();
  /** The file that runs as the program. */
  #main: string;

  constructor(files: readonly RunFile[], tools: Tools) {
    this.entry = files[0]?.name ?? '';
    this.#main = this.entry;
    this.#texts = new Map(files.map(({ name, content }) => [name, content]));
    this.#names = new Set(this.#texts.keys());
    this.#tools = tools;
    this.scripts = new FileScripts(tools);
  }

  /**
   * Compiles the files that these reach, and returns both. `needed` are their packages' files, `wrong` the first error.
   */
  prepare(...mains: readonly string[]): { needed: string[]; reached: string[]; wrong?: UncaughtError } {
    const reached = new Set(mains.length > 0 ? mains : [this.entry]);
    const needed = new Set<string>();
    for (const name of reached) {
      if (name.endsWith('.json')) continue;
      try {
        const { modules, code } = this.#compile(name);
        for (const file of filesFor(modules, code)) needed.add(file);
        for (const use of modules.uses) {
          const found = use.name !== null && RELATIVE.test(use.name) ? this.#resolve(use.name, name) : null;
          if (found !== null) reached.add(found);
        }
      } catch (error) {
        return { needed: [], reached: [], wrong: syntaxError(error, name) };
      }
    }
    return { needed: [...needed], reached: [...reached] };
  }

  /**
   * Loads files before any of them runs, for pages, where loading takes a task. `mains` of them start by themselves.
   * Resolves to the first error that only the browser finds.
   */
  async define(
    files: readonly string[],
    mains: readonly string[],
    load: (url: string) => Promise<UncaughtError | null>,
  ): Promise<UncaughtError | null> {
    for (const name of files.filter((file) => !file.endsWith('.json'))) {
      const isAsync = mains.includes(name) && this.#awaits(name);
      const wrong = await this.scripts.define({ name, code: this.#compile(name).code, isAsync }, load);
      if (wrong !== null) return wrong;
    }
    return null;
  }

  /** Starts a file as a program with modules of its own. Returns a promise if it awaits. */
  start(main = this.entry): unknown {
    this.#main = main;
    this.#modules.clear();
    return this.run(main);
  }

  /** Runs a file beside the earlier ones, unless it is one of them. Returns a promise if it awaits. */
  run(name: string): unknown {
    if (this.#modules.has(name)) return undefined;
    return this.#run(name, this.#awaits(name));
  }

  /** Returns the place in the file for one in its script. */
  placeIn(name: string, line: number, column: number | null): { line: number; column: number | null } {
    if (column === null || this.#compiled.get(name)?.isMoved !== false) return { line, column: null };
    return { line, column: columnBehind(startOf(false), line, column) };
  }

  #require(specifier: string, from: string): unknown {
    if (!RELATIVE.test(specifier)) return this.#tools.require(specifier);
    const name = this.#resolve(specifier, from);
    if (name === null) throw missingFile(specifier, from);
    const known = this.#modules.get(name);
    if (known === undefined) this.#run(name, false);
    return this.#modules.get(name)?.exports;
  }

  #resolve(specifier: string, from: string): string | null {
    return resolveFile(specifier, from, this.#names);
  }

  #compile(name: string): Compiled {
    const compiled = this.#compiled.get(name) ?? this.#tools.compile(name, this.#texts.get(name) ?? '');
    this.#compiled.set(name, compiled);
    return compiled;
  }

  #run(name: string, isAsync: boolean): unknown {
    const filename = `/${name}`;
    const module: Module = { exports: {}, id: name === this.#main ? '.' : filename, filename, loaded: false };
    this.#modules.set(name, module);
    let hasRun = false;
    let result: unknown;
    // Errors are not caught, because browsers would report this place in place of theirs.
    try {
      if (name.endsWith('.json')) module.exports = parsed(name, this.#texts.get(name) ?? '');
      else result = this.#execute(name, isAsync, module);
      hasRun = true;
    } finally {
      if (!hasRun) this.#modules.delete(name);
    }
    return result;
  }

  #awaits(name: string): boolean {
    return /\bawait\b/.test(this.#texts.get(name) ?? '');
  }

  #execute(name: string, isAsync: boolean, module: Module): unknown {
    const body = this.scripts.bodyOf({ name, code: this.#compile(name).code, isAsync });
    const require = Object.assign((specifier: unknown) => this.#require(String(specifier), name), {
      main: this.#modules.get(this.#main),
      cache: {},
      resolve: (specifier: string) => `/${this.#resolve(specifier, name) ?? specifier}`,
    });
    const { filename, exports } = module;
    const folder = filename.slice(0, filename.lastIndexOf('/')) || '/';
    const result = body?.call(exports, exports, require, module, filename, folder);
    module.loaded = true;
    return isAsync ? result : undefined;
  }
}

function parsed(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new SyntaxError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function missingFile(specifier: string, from: string): Error {
  const missing = missingModule(specifier);
  missing.message = `Cannot find module '${specifier}' from ${from}${IMAGE.test(specifier) ? ONLY_SVG : ''}`;
  return missing;
}

/** Returns the error of a file that the compiler cannot read, with the place that its message ends with. */
function syntaxError(error: unknown, file: string): UncaughtError {
  const text = error instanceof Error ? error.message : String(error);
  const [, message = text, line, column] = /^(?:Error transforming [^:]*: )?(.*?) ?\((\d+):(\d+)\)$/s.exec(text) ?? [];
  const wrong = new SyntaxError(message);
  wrong.stack = '';
  return { error: wrong, message, line: line ? Number(line) : null, column: column ? Number(column) : null, file };
}
