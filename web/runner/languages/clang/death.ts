import type { RunFile } from '@cip/contracts/runs/runs';
import { entryError } from '../../worker/entry-error.ts';

/**
 * How a program ends that uses parts which C and C++ do not have here: by what it prints, and the words of its code.
 */
const MISSING = [
  { printed: /thread constructor failed/, message: 'C++ here has no threads.', word: /\b(?:thread|jthread|async)\b/ },
  {
    // The first is from this driver's own library, and the second from the compiler's.
    printed: /terminate called after throwing an instance of|was thrown in -fno-exceptions mode/,
    message: 'C++ here has no exceptions: they cannot be caught.',
    word: /\b(?:throw|try)\b/,
  },
];
/** How the engines call the ends of a WebAssembly program, V8 first, then SpiderMonkey and JavaScriptCore. */
const TRAPS: readonly [words: RegExp, message: string][] = [
  [/call stack|recursion/i, 'The recursion is too deep: the stack is full.'],
  [/divi(?:de|sion) by zero/i, 'Division by zero.'],
  [/out of bounds/i, 'The program used memory that is not its own.'],
  [/unreachable/i, 'The program aborted.'],
];
const ASSERTION = /Assertion failed: (.*) \(([^\s:()]+): .*: (\d+)\)/;

/** Returns the error of a program that ended with `error` after it had printed `errors`. `entry` is its first file. */
export function deathOf(error: unknown, errors: string, { name: entry, content: code }: RunFile) {
  const [, assertion, file = entry, at] = ASSERTION.exec(errors) ?? [];
  if (assertion !== undefined)
    return entryError({ name: 'Assertion failed', message: assertion, line: Number(at), column: null }, file, entry);
  const missing = MISSING.find(({ printed }) => printed.test(errors));
  const own = error instanceof Error ? ownWords(error.message) : 'An exception was not caught.';
  const line = missing === undefined ? null : lineOf(missing.word, code);
  return { name: 'Aborted', message: missing?.message ?? own, line, column: null };
}

function ownWords(message: string): string {
  return TRAPS.find(([words]) => words.test(message))?.[1] ?? message;
}

/** Returns the line of the first match, or null. Comments, texts and lines of the preprocessor do not count. */
function lineOf(word: RegExp, code: string): number | null {
  const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ');
  const plain = code.replaceAll(/\/\/[^\n]*|\/\*[^]*?\*\/|"(?:\\.|[^"\\\n])*"|^\s*#.*$/gm, blank);
  const at = plain.search(word);
  return at < 0 ? null : plain.slice(0, at).split('\n').length;
}
