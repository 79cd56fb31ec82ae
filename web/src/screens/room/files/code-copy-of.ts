import { namedForCopies } from '../../../features/documents/files/filled-files.ts';
import type { CodeCopy } from '../../../shared/code/code-copy.ts';
import type { LiveRoom } from '../live/live-room.ts';

/** Returns the code of a room with all its files, also deleted ones, for a copy. */
export function codeCopyOf({ code, connection }: LiveRoom): CodeCopy {
  const { language, files } = connection.store.get();
  return { code: code.text, language, files: code.filledFiles(namedForCopies(files)) };
}
