import type { RunEnd } from '@cip/contracts/runs/runs';

type ScriptError = NonNullable<RunEnd['error']>;

/** The browser's report of an uncaught error. */
export interface UncaughtError {
  error: unknown;
  message: string;
  line: number | null;
  column: number | null;
  /** The file of the place, in a program of several files. */
  file?: string;
}

/** A position in the program, as a stack shows it after the program's address. */
const POSITION = /:(\d+):(\d+)\)?$/;

/** Frames that are shown: as many as V8 keeps. */
const FRAMES_MAX = 10;

/** A frame of Firefox and WebKit: the name of the function, which may be empty, and the position. */
const NAMED_FRAME = /^(?<name>.*)@(?<position>\S+)$/;

/** V8's frame for the function that a file is. */
const FILE_FRAME = /^Object\.<anonymous> \((?<own>.*)\)$/;

/**
 * WebKit's names for code outside of functions, and Firefox's for functions without a name and callers of callbacks.
 */
const UNNAMED = /^(?:global|module|eval) code$|[<*]$/;

/** Chromium's prefix of the message of a syntax error. */
const LOADING = /^Failed to execute 'importScripts' on 'WorkerGlobalScope': /;

/** Returns a stack with other addresses in it. */
type Readdress = (stack: string) => string;

const asItIs: Readdress = (stack) => stack;

/** Returns an uncaught error with its position in the program at `url`; the innermost frame's comes first. */
export function scriptError(
  { error, message, line, column }: UncaughtError,
  url: string,
  readdress = asItIs,
): ScriptError {
  const [, stackLine, stackColumn] = POSITION.exec(framesOf(error, url, readdress)[0] ?? '') ?? [];
  // In Firefox, the browser's own report has the place where a constructor calls its parent's.
  const position =
    stackLine === undefined ? { line, column } : { line: Number(stackLine), column: Number(stackColumn) };
  // In WebKit, whose errors alone have this property, the column belongs to the call which loads the script.
  if (isOfLoading(error, url, readdress) && 'column' in error) position.column = null;
  if (error instanceof Error) return { name: error.name, message: error.message.replace(LOADING, ''), ...position };
  return { name: 'Error', message: message.replace(/^(?:Uncaught |uncaught exception: )/, ''), ...position };
}

/**
 * True if it is the syntax error of a program that does not load. If a program throws it, the error has a frame in it.
 */
export function isOfLoading(error: unknown, url: string, readdress = asItIs): error is SyntaxError {
  return error instanceof SyntaxError && framesOf(error, url, readdress).length === 0;
}

/** Returns the text that a terminal would show: the error, and the frames that are the program's own. */
export function describeError(
  shown: ScriptError,
  error: unknown,
  url: string,
  fileName: string,
  readdress = asItIs,
): string {
  const frames = framesOf(error, url, readdress).map((frame) => `    at ${frame.replaceAll(url, fileName)}`);
  const title = error instanceof Error ? `${shown.name}: ${shown.message}` : shown.message;
  const { line, column } = shown;
  const place =
    frames.length > 0 || line === null ? frames : [`    at ${fileName}:${line}${column === null ? '' : `:${column}`}`];
  return `Uncaught ${[title, ...place].join('\n')}\n`;
}

/** Returns the frames of an error that are the program's own, one a line; empty if it has none. */
export function framesText(error: unknown, url: string, fileName: string, readdress = asItIs): string {
  return framesOf(error, url, readdress)
    .map((frame) => `    at ${frame.replaceAll(url, fileName)}\n`)
    .join('');
}

/**
 * Returns the innermost frames of an error's stack that lie in the program, as V8 writes them, without the leading
 * `at`.
 */
function framesOf(error: unknown, url: string, readdress = asItIs): string[] {
  const stack = error instanceof Error && typeof error.stack === 'string' ? readdress(error.stack) : '';
  const frames = stack
    .split('\n')
    .filter((line) => line.includes(url))
    .slice(0, FRAMES_MAX)
    .map((line) => asInV8(line.trim().replace(/^at /, '')));
  const constructors = constructorsOf(error);
  const first = frames.findIndex((frame) => !constructors.has(frame.replace(/ \(.*/, '')));
  return frames.slice(Math.max(0, first));
}

/** Returns the names of an error's classes. Firefox and WebKit have frames of their constructors, V8 does not. */
function constructorsOf(error: unknown): Set<string> {
  const names = new Set<string>();
  let each: unknown = error;
  while (each instanceof Error) {
    each = Object.getPrototypeOf(each);
    names.add((each as Error).constructor.name);
  }
  return names;
}

/**
 * Returns a frame as V8 writes it, without a name for the code of a file. Firefox's names have the outer functions and
 * callers.
 */
function asInV8(frame: string): string {
  const { own: code } = FILE_FRAME.exec(frame)?.groups ?? {};
  if (code !== undefined) return code;
  const { name = '', position } = NAMED_FRAME.exec(frame)?.groups ?? {};
  if (position === undefined) return frame;
  const own = name.replace(/^.*[*/](?=.)/, '');
  return own === '' || UNNAMED.test(own) ? position : `${own} (${position})`;
}
