import { addressOf } from './module-registry.ts';
import { columnBehind, FileScripts, ROOM_URL, startOf } from './project/file-scripts.ts';

const { importScripts } = self;

/** The arguments of a file's function in Node.js: `exports`, `require`, `module`, `__filename` and `__dirname`. */
export type Given = readonly [exports: object, ...rest: unknown[]];

/**
 * The only file of a program as the function that Node.js makes of it, so that its names do not replace the browser's,
 * `this` is `module.exports`, and `return` ends it.
 */
export class OneFile {
  /** The address of the file in stacks. */
  readonly url: string;
  readonly #name: string;
  readonly #firstLine: RegExp;
  readonly #scripts = new FileScripts({ load: (url) => importScripts(url), addressOf });

  constructor(name: string) {
    this.#name = name;
    this.url = ROOM_URL + name;
    this.#firstLine = new RegExp(String.raw`(${ROOM_URL}[^\s:)]+:1:)(\d+)`, 'g');
  }

  /** True if the browser refused the syntax of the file, alone or as a function. */
  get isBroken(): boolean {
    return this.#scripts.broken !== null;
  }

  /** Runs the file. Throws what it throws. */
  run(code: string, given: Given): void {
    this.#scripts.bodyOf({ name: this.#name, code, isAsync: false })?.call(given[0], ...given);
  }

  /** True if the browser reports an error of the file by this address. */
  isAt(address: string): boolean {
    return this.#scripts.fileAt(address) === this.#name;
  }

  /** Returns the column of the file for one of its function. */
  columnOf(line: number, column: number): number {
    return columnBehind(startOf(false), line, column);
  }

  /** Returns a stack with the places of the file instead of those of its function. */
  readonly readdress = (stack: string): string =>
    this.#scripts
      .withFiles(stack)
      .replaceAll(this.#firstLine, (_all, before: string, column: string) => before + this.columnOf(1, Number(column)));
}
