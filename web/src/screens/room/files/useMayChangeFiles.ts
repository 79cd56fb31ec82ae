import type { EditorRoom } from '../live/editor-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { useIsOver } from '../live/useIsReadOnly.ts';
import { mayChangeFiles } from './file-acts.ts';

/** Returns true if this user may create, rename, delete and restore files. */
export function useMayChangeFiles(room: EditorRoom): boolean {
  const allowed = useRoomState(room, (state) => state.filesAllowed);
  const isOver = useIsOver(room);
  return mayChangeFiles(room, allowed) && !isOver;
}
