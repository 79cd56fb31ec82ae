import { CODE_MAX } from '@cip/contracts/rooms/text-limits';
import { fileNameProblem } from '@cip/contracts/rooms/file-names';
import type { RunFile } from '@cip/contracts/runs/runs';
import { AppError } from '../../errors.ts';

/** Throws if the first file is not the code, a name is not one of a file, or the files are longer than a room's. */
export function requireFiles(code: string, files: readonly RunFile[]): void {
  const isOdd = files.some(({ name }) => fileNameProblem(name) !== null) || files[0]?.content !== code;
  if (isOdd) throw new AppError('invalid', 'The files of this run are not valid.');
  if (files.reduce((sum, { content }) => sum + content.length, 0) > CODE_MAX)
    throw new AppError('too_large', `The code may have at most ${CODE_MAX.toLocaleString('en-US')} characters.`);
}
