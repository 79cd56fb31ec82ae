import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { OperatorError } from '../operator-error.ts';

/** Only this user reads, writes and lists. */
export const PRIVATE = 0o700;

/** Creates a folder, unless it exists, that no other user may open. Throws OperatorError if it is another user's. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE });
  if (!isOwn(folder))
    throw new OperatorError(`DATA_DIR cannot be used: ${folder} belongs to another user, who could read all data.`);
  chmodSync(folder, PRIVATE);
}

/** Creates a folder likewise. If it is another user's, it stays as it is: a mounted volume for private folders. */
export function makeOwnFolderPrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE });
  if (isOwn(folder)) chmodSync(folder, PRIVATE);
}

// Windows has no user ids, and keeps others out of a user's folders.
function isOwn(folder: string): boolean {
  const uid = process.getuid?.();
  return uid === undefined || statSync(folder).uid === uid;
}
