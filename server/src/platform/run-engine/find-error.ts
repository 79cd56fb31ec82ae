import { ERROR_MESSAGE_MAX, ERROR_NAME_MAX } from '@cip/contracts/runs/run-limits';
import type { RunError } from '@cip/contracts/runs/runs';

const LINE_MAX = 1_000_000;

/**
 * A line and column in the program's own file, as compilers and stack traces write them; engines choose its name. If
 * another repetition follows one, it has a limit, here and below: otherwise a program's text blocks the node.
 */
const POSITIONS = [
  // main.rs:3:20 · Main.java:3 · ./main.go:5:2 · at Main.main(Main.java:5)
  /\b(?:[Mm]ain|Program|script)(?:\.[a-z]{1,12}){1,4}:(?<line>\d+)(?::(?<column>\d+))?/,
  // main.cs(3,5): error CS1002
  /\b(?:[Mm]ain|Program|script)(?:\.[a-z]{1,12}){1,4}\((?<line>\d+),(?<column>\d+)\)/,
  // main.sh: line 3: · File "main.py", line 3 · main.pl line 3. · main.cs:line 3
  /\b(?:[Mm]ain|script)(?:\.[a-z]{1,12}){1,4}"?(?::|,| at| on)? ?line (?<line>\d+)/,
];
/** Python names the innermost call last. */
const TRACEBACK = 'Traceback (most recent call last)';

/** Lines that name the error of a program, the most specific first. */
const MESSAGES = [
  // Exception in thread "main" java.lang.ArithmeticException: / by zero · Unhandled exception. System.Exception: no
  /(?:^Exception in thread "[^"]*"|^Unhandled exception[.:]?) (?<name>[\w.$]+)(?:: (?<message>.*))?$/im,
  // panic: runtime error: index out of range [3] with length 3
  /^(?<name>panic): (?<message>.+)/m,
  // thread 'main' panicked at main.rs:3:5: (the next line has the message)
  /^thread '[^']*' (?<name>panicked) at [^\n]*:\d+:\n(?<message>.+)/m,
  /^thread '[^']*' (?<name>panicked) at '(?<message>[^\n]{0,500})', [^\n]{1,500}:\d+$/m,
  // error[E0425]: cannot find value `x` in this scope · main.cpp:3:20: error: expected ';' · main.cs(3,5): error
  // CS1002: ; expected
  /(?:^|[:\s])(?:fatal )?(?<name>error)(?:\[\w+\]| [A-Z]+\d+)?: (?<message>.+)/m,
  // ZeroDivisionError: division by zero
  /^(?<name>\w+(?:Error|Exception))(?:: (?<message>.*))?$/m,
  // main.sh: line 3: foo: command not found · ./main.go:5:2: undefined: x
  /\bmain\.(?:sh: line \d+|go:\d+:\d+): (?<message>.+)/,
];

/**
 * Returns the first error that a compiler or a runtime reports in `text`, with its place in the program's own file if
 * it names one. Returns null if the text has neither.
 */
export function findError(text: string, stage: 'compile' | 'run'): RunError | null {
  const found = MESSAGES.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups !== undefined);
  const place = findPlace(text);
  if (!found && !place) return null;
  const name = stage === 'compile' ? 'Compile error' : (found?.['name'] ?? 'Error');
  const message = found?.['message'] ?? firstLine(text);
  return {
    name: clean(name, ERROR_NAME_MAX),
    message: clean(message, ERROR_MESSAGE_MAX),
    line: place?.line ?? null,
    column: place?.column ?? null,
  };
}

/** Matches the messages of runtimes for a program that reads beyond the end of its input. */
const OUT_OF_INPUT =
  /\bEOFError\b|No line found|ReadAfterEOF|util\.Scanner\.(?:throwFor|next)|\bunexpected EOF\b|end of file reached/;

/** Returns whether the program failed because it read beyond the end of its input. */
export function wantsInput(text: string): boolean {
  return OUT_OF_INPUT.test(text);
}

function findPlace(output: string): Pick<RunError, 'line' | 'column'> | null {
  const text = output.includes(TRACEBACK) ? output.slice(output.lastIndexOf('  File "')) : output;
  const found = POSITIONS.map((pattern) => pattern.exec(text)).filter((match) => match !== null);
  const [first] = found.toSorted((a, b) => a.index - b.index);
  if (!first) return null;
  return { line: count(first.groups?.['line']), column: count(first.groups?.['column']) };
}

function count(digits: string | undefined): number | null {
  const value = Number(digits);
  return value >= 1 && value <= LINE_MAX ? value : null;
}

function firstLine(text: string): string {
  return text.trimStart().split('\n', 1)[0] ?? '';
}

/** Returns a text without control characters and lone surrogates, at most `max` code units long. */
function clean(text: string, max: number): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cs}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed()
    .replaceAll('\uFFFD', '?');
}
