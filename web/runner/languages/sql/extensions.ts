import type { PGlite } from '@electric-sql/pglite';
import { filesOf } from './tar.ts';

/** Where PostgreSQL looks for the files of its extensions. */
const PREFIX = '/pglite';

/** Puts the files of an extension, a tar archive, where `CREATE EXTENSION` finds them. */
export function addExtension({ Module: { FS } }: PGlite, tar: Uint8Array): void {
  for (const { name, content } of filesOf(tar)) {
    const path = `${PREFIX}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    FS.writeFile(path, content);
  }
}
