import type { RoomFile } from '@cip/contracts/rooms/files';
import type { EditedFile } from '../sync/edited-file.ts';

/** The files of a room by their names, and the shown one. */
export interface ShownFiles {
  gate: EditedFile;
  files: readonly RoomFile[];
}

/** The present files of an editor, one object for each editor; null outside of rooms. */
export interface FilesOfEditor {
  readonly current: ShownFiles | null;
}

/** The texts of a program's files by their names, and the name of the file of the question. */
export interface RoomProgram {
  shown: string | undefined;
  texts: ReadonlyMap<string, string>;
}

/** Returns the files of a room with one of these names, as this page's editors show them; none for null. */
export function roomProgram(shown: ShownFiles | null, named: RegExp): RoomProgram {
  if (shown === null) return { shown: undefined, texts: new Map() };
  const { gate, files } = shown;
  const ofProgram = files.filter(({ name }) => named.test(name));
  return {
    shown: files.find(({ root }) => root === gate.root)?.name,
    texts: new Map(ofProgram.map(({ root, name }) => [name, gate.editing.getText(root).toString()])),
  };
}
