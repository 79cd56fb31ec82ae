import type { Core } from './core.ts';
import { filesOf, lodashMethod, missingModule, moduleName } from './offered.ts';
import type { TestListener } from './packages/test-listener.ts';

/** A file of modules: returns them by name. */
export interface ModuleFile {
  modules(core: Core, require: (name: string) => unknown): Record<string, unknown>;
}

/** Runs the tests that a program has defined. */
export interface TestRunner {
  readonly hasTests: boolean;
  /** Forgets the tests that are defined. */
  forget(): void;
  /**
   * Runs them, and prints their results unless there is a listener. Resolves to the first error; null if all passed.
   */
  run(listener?: TestListener): Promise<{ error: unknown } | null>;
}

type Define = (require: (name: string) => unknown, module: { exports: object }, exports: object) => void;

/** The function that a file of modules calls while it loads, and the function that imports call. */
const DEFINE = 'defineRunnerModules';
const REQUIRE = 'requireRunnerModule';

const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

const hidden = (value: unknown) => ({ value, configurable: true });

/** The modules of a program, by name. */
export class ModuleRegistry {
  readonly #core: Core;
  readonly #load: (script: string) => void | Promise<void>;
  readonly #modules: Map<string, unknown>;
  readonly #addresses = new Map<string, string>();

  /** `load` runs a script in the global scope, in pages as a task. */
  constructor(core: Core, own: Record<string, unknown>, load: (script: string) => void | Promise<void>) {
    this.#core = core;
    this.#load = load;
    this.#modules = new Map(Object.entries(own));
    Object.defineProperty(
      self,
      REQUIRE,
      hidden((name: string) => this.require(name)),
    );
  }

  /** The tests of the program; null if it names no test functions. */
  get runner(): TestRunner | null {
    return (this.#modules.get('js/runner') as TestRunner | undefined) ?? null;
  }

  /** Removes what the tests of components have drawn; null if no package draws. */
  get cleanup(): (() => void) | null {
    return (this.#modules.get('js/cleanup') as (() => void) | undefined) ?? null;
  }

  /** Adds the modules of a file from its script. */
  async add(script: string): Promise<void> {
    Object.defineProperty(
      self,
      DEFINE,
      hidden((define: Define) => this.#define(define)),
    );
    await this.#load(script);
    Reflect.deleteProperty(self, DEFINE);
  }

  /** Returns a module. Throws if there is none, or if its file was not loaded because the program computes its name. */
  require(specifier: unknown): unknown {
    const name = moduleName(String(specifier));
    if (this.#modules.has(name)) return this.#modules.get(name);
    const method = lodashMethod(name);
    if (method !== null && this.#modules.has('lodash')) {
      const found = (this.#modules.get('lodash') as Record<string, unknown>)[method];
      if (found !== undefined) return found;
    } else if (filesOf(String(specifier)) !== null)
      throw new Error(
        `Module '${String(specifier)}' is not loaded: write its name in quotes where the program requires it.`,
      );
    throw missingModule(String(specifier));
  }

  /** Returns the address of a module for imports. Throws as `require`. */
  addressOf(specifier: string): string {
    const known = this.#addresses.get(specifier);
    if (known !== undefined) return known;
    const names = this.exportsOf(specifier);
    const url = addressOf(
      [
        `const m = self.${REQUIRE}(${JSON.stringify(specifier)});`,
        `export default m?.__esModule && 'default' in m ? m.default : m;`,
        ...names.map((name, index) => `const e${index} = m[${JSON.stringify(name)}]; export { e${index} as ${name} };`),
      ].join('\n'),
    );
    this.#addresses.set(specifier, url);
    return url;
  }

  /** Returns the names that a module exports besides its default. */
  exportsOf(specifier: string): string[] {
    const module = this.require(specifier);
    const isObject = typeof module === 'function' || (typeof module === 'object' && module !== null);
    return isObject ? Object.keys(module).filter((name) => NAME.test(name) && name !== 'default') : [];
  }

  #define(define: Define): void {
    const require = (name: string) => this.require(name);
    const module = { exports: {} };
    define(require, module, module.exports);
    const { modules } = module.exports as ModuleFile;
    for (const [name, value] of Object.entries(modules(this.#core, require))) this.#modules.set(name, value);
  }
}

/** Returns an address of a script. Firefox loads none without its type. */
export function addressOf(code: string): string {
  return URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
}
