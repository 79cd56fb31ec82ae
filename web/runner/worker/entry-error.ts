import type { RunEnd } from '@cip/contracts/runs/runs';

type ProgramError = NonNullable<RunEnd['error']>;

/**
 * Returns an error of a program of several files: the place of an error is in the first file, so that the message names
 * another one, with its line.
 */
export function entryError(error: ProgramError, file: string, entry: string): ProgramError {
  if (file === entry) return error;
  const place = error.line === null ? file : `${file}:${error.line}`;
  return { ...error, message: `${error.message} (${place})`, line: null, column: null };
}
