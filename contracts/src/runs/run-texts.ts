import type { RunTest } from './run-tests.ts';
import type { RunFile } from './runs.ts';

/** Returns the text whose SHA-256 is the hash of a run: its text, or all its files with their names. */
export function hashedText(text: string, files?: readonly RunFile[]): string {
  return files ? JSON.stringify(files.map(({ name, content }) => [name, content])) : text;
}

/** Returns an input with the typed lines behind it. */
export function inputWith(stdin: string, typed: string): string {
  return `${stdin === '' || stdin.endsWith('\n') ? stdin : `${stdin}\n`}${typed}\n`;
}

/** Returns how much of `RUN_TESTS_CHARS_MAX` a result takes. */
export const lengthOfResult = ([, path, , , , message]: RunTest) => path.length + message.length;
