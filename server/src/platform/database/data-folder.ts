import { mkdirSync } from 'node:fs';
import { OperatorError, reasonOf } from '../operator-error.ts';
import { lockFolder } from './folder-lock.ts';

/** Why the system refuses a folder, by the code of its error. */
const REASONS: Record<string, string> = {
  EACCES: 'this user may not write',
  EEXIST: 'a file is in the way at',
  ENOSPC: 'no space is left for',
  ENOTDIR: 'a file is in the way of',
  EPERM: 'this user may not write',
  EROFS: 'it is read-only at',
};

/**
 * Creates the folder of the embedded database and locks it for this process; returns a function that unlocks it. Throws
 * OperatorError when the system refuses it, and FolderInUseError.
 */
export function openDataFolder(folder: string): () => void {
  try {
    mkdirSync(folder, { recursive: true });
    return lockFolder(folder);
  } catch (error) {
    throw error instanceof OperatorError ? error : folderError(folder, error);
  }
}

/** Returns the error for an operator whose data folder cannot be used. */
export function folderError(folder: string, error: unknown): OperatorError {
  const { code, path = folder } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const reason = REASONS[code ?? ''];
  return new OperatorError(`DATA_DIR ${folder} cannot be used: ${reason ? `${reason} ${path}` : reasonOf(error)}.`);
}
