import { FILE_TEXTS } from '@cip/contracts/rooms/text-limits';
import { useEffect, useState } from 'react';
import type { TypingGate } from '../../../features/documents/sync/typing-gate.ts';
import type { EditorRoom } from '../live/editor-room.ts';
import { useReplica, useRoomState } from '../live/useLiveRoom.ts';
import type { SearchedFile } from './search-files.ts';

/** While others type, the texts are read again at most this often (ms). */
const READ_EVERY_MS = 250;

/** Returns the files of a room with their present texts, as this page's editors show them. */
export function useSearchedFiles(room: EditorRoom): SearchedFile[] {
  const { gate } = useReplica(room);
  const { files } = useRoomState(room, (state) => state.files);
  const [texts, setTexts] = useState(() => textsOf(gate));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      setTexts(textsOf(gate));
    };
    const readSoon = () => void (timer ??= setTimeout(read, READ_EVERY_MS));
    gate.editing.on('update', readSoon);
    return () => {
      clearTimeout(timer);
      gate.editing.off('update', readSoon);
    };
  }, [gate]);
  return files.map(({ root, name }) => ({ root, name, content: texts.get(root) ?? '' }));
}

const textsOf = ({ editing }: TypingGate) =>
  new Map(FILE_TEXTS.map((root) => [root, editing.getText(root).toString()]));
