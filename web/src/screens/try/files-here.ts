import { FILE_TEXTS } from '@cip/contracts/rooms/text-limits';
import type { AckOf, PayloadOf, SendEvent } from '@cip/contracts/client-events';
import { takenName } from '@cip/contracts/rooms/files';
import type { FileActor, FileList, RoomFile } from '@cip/contracts/rooms/files';
import type { FileEvent } from '../room/live/editor-room.ts';

/** The list of files of a page without a server. */
export interface ListHere {
  get: () => FileList;
  set: (list: FileList & { by: FileActor }) => void;
}

type Answers = { [Name in FileEvent]: (payload: PayloadOf<Name>) => AckOf<Name> };

/** Returns what answers the events about files in place of a server, which get checked names; `by` is the user. */
export function filesHere(list: ListHere, by: FileActor): SendEvent<FileEvent> {
  const change = (files: RoomFile[], deleted: RoomFile[]) => {
    list.set({ files: files.toSorted(inOrder), deleted: deleted.toSorted(inOrder), by });
    return { ok: true } as const;
  };
  const answers: Answers = {
    'file:create': ({ name }) => {
      const { files, deleted } = list.get();
      const root = FILE_TEXTS.find((text) => [...files, ...deleted].every((file) => file.root !== text));
      if (root === undefined) return refused(`There are at most ${FILE_TEXTS.length} files, with the deleted ones.`);
      return { ...change([...files, { root, name }], deleted), root };
    },
    'file:rename': ({ root, name }) => {
      const { files, deleted } = list.get();
      return change(
        files.map((file) => (file.root === root ? { root, name } : file)),
        deleted,
      );
    },
    'file:delete': ({ root }) => {
      const { files, deleted } = list.get();
      const [gone, rest] = split(files, root);
      return change(rest, [...deleted, ...gone]);
    },
    'file:restore': ({ root }) => {
      const { files, deleted } = list.get();
      const [back, rest] = split(deleted, root);
      const names = files.map(({ name }) => name);
      const taken = back.map(({ name }) => takenName(name, names)).find((name) => name !== null);
      if (taken !== undefined) return refused(`Rename ${taken} first: it has the name of this file.`);
      return change([...files, ...back], rest);
    },
  };
  return async (name, payload) => answers[name](payload);
}

/** In the order of their creation. */
const inOrder = (a: RoomFile, b: RoomFile) => FILE_TEXTS.indexOf(a.root) - FILE_TEXTS.indexOf(b.root);

const split = (files: readonly RoomFile[], root: string) =>
  [files.filter((file) => file.root === root), files.filter((file) => file.root !== root)] as const;

const refused = (message: string) => ({ ok: false, error: { code: 'conflict', message } }) as const;
