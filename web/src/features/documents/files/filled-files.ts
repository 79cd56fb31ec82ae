import { FILE_TEXTS, SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import { takenName } from '@cip/contracts/rooms/files';
import type { FileList, RoomFile } from '@cip/contracts/rooms/files';
import type * as Y from 'yjs';
import type { NamedText } from '../../../shared/code/code-copy.ts';

/** Returns the files of a list as copies name them: deleted ones are in a folder of their own. */
export function namedForCopies({ files, deleted }: FileList): RoomFile[] {
  return [...files, ...deleted.map(({ root, name }) => ({ root, name: `deleted/${name}` }))];
}

/**
 * Returns the files of a document for a copy: the first one and all others with text; undefined if that is the first
 * one alone. A file that `files` does not name has the name of its text, which also goes in front of a name that an
 * earlier file of `files` has, as two deleted files may.
 */
export function filledFiles(doc: Y.Doc, files: readonly RoomFile[]): NamedText[] | undefined {
  const names = new Map<string, string>();
  for (const { root, name } of files)
    names.set(root, takenName(name, [...names.values()]) === null ? name : `${root}-${name}`);
  const filled = FILE_TEXTS.flatMap((root) => {
    const content = doc.getText(root).toString();
    return root === SHARED_TEXT || content !== '' ? [{ name: names.get(root) ?? root, content }] : [];
  });
  return filled.length > 1 ? filled : undefined;
}
