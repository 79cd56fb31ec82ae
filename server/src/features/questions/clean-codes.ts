import { cleanCode } from '@cip/contracts/rooms/code-text';

/** Returns files whose codes a room's document can have: lines end with LF, and there are no control characters. */
export function cleanFiles<F extends { code: string }>(files: readonly F[]): F[] {
  return files.map((file) => ({ ...file, code: cleanCode(file.code) }));
}

/** Returns starters likewise, with all of their files. */
export function cleanStarters<S extends { code: string; files?: { code: string }[] }>(starters: readonly S[]): S[] {
  return starters.map((starter) => ({
    ...starter,
    code: cleanCode(starter.code),
    ...(starter.files && { files: cleanFiles(starter.files) }),
  }));
}
