import { statSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError, reasonOf } from '../operator-error.ts';
import { lockFolder } from './folder-lock.ts';
import { makeOwnFolderPrivate, makePrivateFolder } from './private-folder.ts';

/** The reasons why the system refuses a folder, by the code of its error. */
const REASONS: Record<string, string> = {
  EACCES: 'this user may not write',
  EEXIST: 'a file is in the way at',
  ENOSPC: 'no space is left for',
  ENOTDIR: 'a file is in the way of',
  EPERM: 'this user may not write',
  EROFS: 'it is read-only at',
};

/**
 * Creates the folder of the embedded database, keeps other users of the machine out of it, and locks it for this
 * process; returns a function that unlocks it. Throws OperatorError if the system refuses it, and FolderInUseError.
 */
export function openDataFolder(folder: string): () => void {
  try {
    makeOwnFolderPrivate(folder);
    // The database makes its files readable and writable for everybody, whatever the umask.
    const files = filesIn(folder);
    if (statSync(files, { throwIfNoEntry: false })?.isDirectory()) makePrivateFolder(files);
    return lockFolder(folder);
  } catch (error) {
    throw error instanceof OperatorError ? error : folderError(folder, error);
  }
}

/** Returns where the files of the embedded database are in its folder. */
export const filesIn = (folder: string) => join(folder, 'postgres');

/** Returns the error for an operator if the data folder cannot be used. */
export function folderError(folder: string, error: unknown): OperatorError {
  const { code, path = folder } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const reason = REASONS[code ?? ''];
  return new OperatorError(`DATA_DIR ${folder} cannot be used: ${reason ? `${reason} ${path}` : reasonOf(error)}.`);
}
