import type { UncaughtError } from '../script-error.ts';

/** The body of a file as a function. */
export type Body = (...given: unknown[]) => unknown;

/** A file as a CommonJS module. `isAsync` if it awaits at its top level. */
interface FileScript {
  name: string;
  code: string;
  isAsync: boolean;
}

export interface ScriptTools {
  /** Runs a script, which also has an address, in the global scope. */
  load: (url: string, script: string) => void;
  addressOf: (script: string) => string;
}

/** The address of the room's files in stacks. */
export const ROOM_URL = 'room:///';
/** The function that the script of a file calls. */
const DEFINE = 'defineRoomModule';
/** The code before a file, on its first line. */
export const startOf = (isAsync: boolean): string =>
  `globalThis.${DEFINE}(${isAsync ? 'async ' : ''}function(exports,require,module,__filename,__dirname){`;

/** Returns the column of a text for the one of a script that has this code before it, on its first line. */
export function columnBehind(start: string, line: number, column: number): number {
  return line === 1 ? Math.max(1, column - start.length) : column;
}

/**
 * Returns the line in which a script of a file names it. WebKit's stacks have the script's own address in its place.
 */
export const nameLine = (file: string): string => `\n//# sourceURL=${ROOM_URL}${encodeURI(file)}`;

/** The scripts of a room's files: their functions, and their addresses in errors. */
export class FileScripts {
  /** The address of a file that did not load. */
  broken: string | null = null;
  readonly #tools: ScriptTools;
  readonly #bodies = new Map<string, Body>();
  readonly #files = new Map<string, string>();

  constructor(tools: ScriptTools) {
    this.#tools = tools;
  }

  /** Returns the function of a file; undefined if the browser finds its syntax wrong. */
  bodyOf(file: FileScript): Body | undefined {
    const script = textOf(file);
    this.broken = null;
    if (!this.#bodies.has(script)) {
      const close = this.#open(script);
      this.broken = this.#addressOf(file.name, script);
      // Errors are not caught, because browsers would report this place in place of theirs.
      this.#tools.load(this.broken, script);
      this.broken = null;
      close();
    }
    return this.#bodies.get(script);
  }

  /** Loads the function of a file before it runs, for pages, where that takes a task. Resolves to what `load` does. */
  async define(file: FileScript, load: (url: string) => Promise<UncaughtError | null>): Promise<UncaughtError | null> {
    const script = textOf(file);
    if (this.#bodies.has(script)) return null;
    const close = this.#open(script);
    const wrong = await load(this.#addressOf(file.name, script));
    close();
    return wrong;
  }

  /** Notes the address of another script of a file. */
  add(url: string, file: string): void {
    this.#files.set(url, file);
  }

  /** Returns the file at an address that the browser reports; undefined if it is none of the room's. */
  fileAt(url: string): string | undefined {
    return url.startsWith(ROOM_URL) ? decodeURI(url.slice(ROOM_URL.length)) : this.#files.get(url);
  }

  /** Returns a stack in which scripts have the names of their files, as in browsers besides WebKit. */
  withFiles(stack: string): string {
    let text = stack;
    for (const [url, file] of this.#files) text = text.replaceAll(url, () => ROOM_URL + encodeURI(file));
    return text;
  }

  #addressOf(file: string, script: string): string {
    const url = this.#tools.addressOf(script);
    this.add(url, file);
    return url;
  }

  /** Takes the function of a script that loads, until the returned function is called. */
  #open(script: string): () => void {
    const value = (body: Body) => this.#bodies.set(script, body);
    Object.defineProperty(globalThis, DEFINE, { value, configurable: true });
    return () => Reflect.deleteProperty(globalThis, DEFINE);
  }
}

/** Returns a program whose line for shells is a comment, because no function may have one. */
export const withoutShellLine = (code: string): string => code.replace(/^#!/, '//');

function textOf({ name, code, isAsync }: FileScript): string {
  return `${startOf(isAsync)}${withoutShellLine(code)}\n});${nameLine(name)}`;
}
