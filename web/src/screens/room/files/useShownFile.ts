import { SHARED_TEXT } from '@cip/contracts/rooms/text-limits';
import type { FileActor, RoomFile } from '@cip/contracts/rooms/files';
import { useEffect, useState } from 'react';
import { fileLanguage } from '../../../features/documents/editor/languages/file-language.ts';
import { languageOf } from '../../../features/documents/editor/languages/languages.ts';
import type { Language } from '../../../features/documents/editor/languages/languages.ts';
import { useStore } from '../../../shared/store.ts';
import type { EditorRoom } from '../live/editor-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';

/** A file that was deleted while this page showed it. */
export interface GoneFile extends RoomFile {
  /** Who deleted it, as far as it is known. */
  by: FileActor | undefined;
}

interface ShownFile {
  root: string;
  language: Language;
  gone: GoneFile | null;
  dismiss: () => void;
}

/** Returns the file that this page shows; the first one in place of a file that was deleted. */
export function useShownFile(room: EditorRoom): ShownFile {
  const root = useStore(room.code.shown);
  const list = useRoomState(room, (state) => state.files);
  const roomLanguage = useRoomState(room, (state) => state.language);
  const [gone, setGone] = useState<GoneFile | null>(null);
  const deleted = list.deleted.find((file) => file.root === root);
  useEffect(() => {
    if (!deleted) return;
    // The next keys of a user who types would go into the first file, and to everyone.
    if (room.editor.get()?.hasFocus()) (document.activeElement as HTMLElement).blur();
    room.code.shown.set(SHARED_TEXT);
    setGone({ ...deleted, by: list.by });
  }, [room, list, deleted]);
  const isGone = list.deleted.some((file) => file.root === gone?.root);
  const file = list.files.find((one) => one.root === root);
  const language = file ? fileLanguage(file.name, roomLanguage) : languageOf(roomLanguage);
  return { root, language, gone: isGone ? gone : null, dismiss: () => setGone(null) };
}
