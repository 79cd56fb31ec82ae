import { firstFileName, oneFile } from '@cip/contracts/rooms/files';
import type { FileActor, FileList } from '@cip/contracts/rooms/files';
import type { AckOf } from '@cip/contracts/client-events';

/** The files of a room, as far as this page knows them. */
export interface RoomFiles {
  files: FileList & { by?: FileActor };
  /** Whether candidates may change the list; null while it is not known, and on a server with one file a room. */
  filesAllowed: boolean | null;
}

type Opened = Extract<AckOf<'document:open'>, { ok: true }>;

/** Returns the files that an opened document names, without the facts in `announced`, because these are newer. */
export function knownFiles(opened: Opened, announced: ReadonlySet<string>): Partial<RoomFiles> {
  const { language, files, deletedFiles: deleted = [], creatableByCandidates: left, filesAllowed = null } = opened;
  const limit = left !== undefined && { creatableByCandidates: left };
  return {
    ...(!announced.has('files') && { files: files ? { files, deleted, ...limit } : oneFile(language) }),
    ...(!announced.has('filesAllowed') && { filesAllowed }),
  };
}

/** Returns the list after a change of the room's language, which names the first file until somebody does. */
export function filesInLanguage(list: FileList, from: string, to: string): FileList {
  const [first, ...others] = list.files;
  const names = others.map(({ name }) => name);
  if (!first || first.name !== firstFileName(from, names)) return list;
  return { ...list, files: [{ ...first, name: firstFileName(to, names) }, ...others] };
}
