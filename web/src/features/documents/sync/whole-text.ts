import { FILE_TEXTS, SHARED_TEXT } from '@cip/contracts/rooms/documents';
import type { RoomFile } from '@cip/contracts/rooms/files';
import type * as Y from 'yjs';

/**
 * Returns the texts of all files of a document as one, for a copy: the first file alone, or each file with text below a
 * line with its name. A file without a name in `files` has that of its text.
 */
export function wholeText(doc: Y.Doc, files: readonly RoomFile[]): string {
  const texts = FILE_TEXTS.map((root) => {
    const name = files.find((file) => file.root === root)?.name ?? root;
    return { root, name, text: doc.getText(root).toString() };
  });
  const filled = texts.filter(({ root, text }) => root === SHARED_TEXT || text !== '');
  if (filled.length === 1) return filled[0]?.text ?? '';
  return filled.map(({ name, text }) => `===== ${name} =====\n${text}`).join('\n\n');
}
