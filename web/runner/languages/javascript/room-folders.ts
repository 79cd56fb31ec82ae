import type { RunFile } from '@cip/contracts/runs/runs';
import { Buffer } from './buffer.ts';
import { fullName } from './project/resolve-file.ts';

/** A file or a folder of the room, as `readdir` returns it with its type. */
interface Entry {
  name: string;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** Returns the functions of `fs` that tell what is in the room. `find` returns the text of a file. */
export function folderFunctions(
  room: readonly RunFile[],
  find: (file: unknown) => string | undefined,
  isStream: (file: unknown) => boolean,
) {
  const kindOf = (file: unknown) => {
    if (isStream(file)) return 'stream';
    if (find(file) !== undefined) return 'file';
    return entriesOf(room, file) === null ? null : 'folder';
  };
  return {
    existsSync: (file: unknown) => typeof file === 'string' && kindOf(file) !== null,
    statSync: (file: unknown) => {
      const kind = kindOf(file);
      if (kind === null) throw missing(file, 'stat');
      return { size: Buffer.byteLength(find(file) ?? ''), ...typeOf(kind) };
    },
    readdirSync: (path: unknown, options?: { withFileTypes?: boolean } | string | null) => {
      const entries = entriesOf(room, path);
      if (entries === null) throw missing(path, 'scandir');
      const isTyped = typeof options === 'object' && options?.withFileTypes === true;
      return isTyped ? entries : entries.map(({ name }) => name);
    },
  };
}

/** Returns the error of a file that does not exist, as Node.js throws it. */
export function missing(file: unknown, syscall: string): Error {
  return Object.assign(new Error(`Programs have no such file here: ${String(file)}`), { code: 'ENOENT', syscall });
}

/** Returns what a folder of the room has, in the order of names; null if there is no such folder. */
function entriesOf(room: readonly RunFile[], path: unknown): Entry[] | null {
  if (typeof path !== 'string' || path === '') return null;
  const folder = fullName(path);
  const start = folder === '' ? '' : `${folder}/`;
  const inside = room.filter(({ name }) => name.startsWith(start)).map(({ name }) => name.slice(start.length));
  if (inside.length === 0 && folder !== '') return null;
  const names = [...new Set(inside.map((name) => name.replace(/\/.*/s, '')))].toSorted();
  return names.map((name) => ({ name, ...typeOf(inside.includes(name) ? 'file' : 'folder') }));
}

function typeOf(kind: 'file' | 'folder' | 'stream') {
  return { isFile: () => kind === 'file', isDirectory: () => kind === 'folder' };
}
