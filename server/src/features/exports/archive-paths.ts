import { takenName } from '@cip/contracts/rooms/files';
import { isSafeName } from '../../platform/zip-stream.ts';

/**
 * Returns the paths that files have in an archive, in the same order: their names, except that a stored name of former
 * rules which archives refuse is changed to another that no file has.
 */
export function archivePaths(names: readonly string[]): string[] {
  const taken = names.filter(isSafeName);
  return names.map((name) => {
    if (isSafeName(name)) return name;
    let path = safeName(name);
    while (takenName(path, taken) !== null) path = `_${path}`;
    taken.push(path);
    return path;
  });
}

/** Returns a name without characters that archives refuse; no part of it is empty or begins with a hyphen or a dot. */
function safeName(name: string): string {
  const parts = name.split('/').map((part) => part.replaceAll(/[^A-Za-z0-9_.-]/g, '_'));
  return parts.map((part) => (/^[A-Za-z0-9_]/.test(part) ? part : `_${part}`)).join('/');
}
