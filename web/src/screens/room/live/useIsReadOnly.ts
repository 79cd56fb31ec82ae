import type { EditorRoom } from '../live/editor-room.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { useCodeState, useRoomState } from '../live/useLiveRoom.ts';

/** Returns true while the code cannot be typed: without a connection or a copy to write on, and after the end. */
export function useIsReadOnly(room: LiveRoom): boolean {
  const isConnected = useRoomState(room, (state) => state.isConnected);
  const isOver = useIsOver(room);
  // An open document is connected in a moment.
  const isWriting = useCodeState(room, (code) => code.isTypingOffline || code.isOpen);
  return (!isConnected && !isWriting) || isOver;
}

/** Returns true if the interview has ended, or this page may not take part in it. */
export function useIsOver(room: EditorRoom): boolean {
  return useRoomState(room, ({ ended, barred }) => ended !== null || barred !== null);
}
