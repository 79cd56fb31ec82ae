import type { RunEnd } from '@cip/contracts/runs';

type ScriptError = NonNullable<RunEnd['error']>;

/** What the browser reports of an uncaught error. */
export interface UncaughtError {
  error: unknown;
  message: string;
  line: number | null;
  column: number | null;
}

/** A position in the program, as a stack shows it after the program's address. */
const POSITION = /:(\d+):(\d+)\)?$/;

/** What Chromium puts before the message of a syntax error. */
const LOADING = /^Failed to execute 'importScripts' on 'WorkerGlobalScope': /;

/** Returns an uncaught error with its position in the program at `url`; that of the innermost frame comes first. */
export function scriptError({ error, message, line, column }: UncaughtError, url: string): ScriptError {
  const [, stackLine, stackColumn] = POSITION.exec(framesOf(error, url)[0] ?? '') ?? [];
  const position = { line: line ?? numberOf(stackLine), column: column ?? numberOf(stackColumn) };
  if (error instanceof Error) return { name: error.name, message: error.message.replace(LOADING, ''), ...position };
  return { name: 'Error', message: message.replace(/^Uncaught /, ''), ...position };
}

/** Returns the text that a terminal would show: the error, and the frames that are the program's own. */
export function describeError(shown: ScriptError, error: unknown, url: string, fileName: string): string {
  const frames = framesOf(error, url).map((frame) => `    at ${frame.replaceAll(url, fileName)}`);
  const title = error instanceof Error ? `${shown.name}: ${shown.message}` : shown.message;
  const { line, column } = shown;
  const place =
    frames.length > 0 || line === null ? frames : [`    at ${fileName}:${line}${column === null ? '' : `:${column}`}`];
  return `Uncaught ${[title, ...place].join('\n')}\n`;
}

/** Returns the frames of an error's stack that lie in the program, without the leading `at`. */
function framesOf(error: unknown, url: string): string[] {
  const stack = error instanceof Error && typeof error.stack === 'string' ? error.stack : '';
  return stack
    .split('\n')
    .filter((line) => line.includes(url))
    .map((line) => line.trim().replace(/^at /, ''));
}

function numberOf(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits);
}
