import { FILE_TEXTS, SHARED_TEXT } from '@cip/contracts/rooms/documents';
import { takenName } from '@cip/contracts/rooms/files';
import type { RoomFile } from '@cip/contracts/rooms/files';
import type * as Y from 'yjs';
import type { NamedText } from '../../../shared/code/code-copy.ts';

/**
 * Returns the files of a document for a copy: the first one and all others with text; undefined if that is the first
 * one alone. A file without a name in `files` has that of its text; if that of a deleted file was taken since, its text
 * goes in front.
 */
export function filledFiles(doc: Y.Doc, files: readonly RoomFile[]): NamedText[] | undefined {
  const texts = FILE_TEXTS.map((root) => {
    const name = files.find((file) => file.root === root)?.name ?? root;
    return { root, name, content: doc.getText(root).toString() };
  });
  const filled = texts.filter(({ root, content }) => root === SHARED_TEXT || content !== '');
  if (filled.length === 1) return undefined;
  return filled.map(({ root, name, content }) => {
    const others = filled.filter((file) => file.root !== root).map((file) => file.name);
    return { name: takenName(name, others) === null ? name : `${root}-${name}`, content };
  });
}
