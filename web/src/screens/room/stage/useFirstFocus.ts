import { useEffect, useRef } from 'react';
import { isTouchOnly } from '../../../features/documents/editor/languages/editor-pane.ts';
import type { EditorHandle } from '../../../features/documents/editor/languages/editor-pane.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import type { LiveRoom } from '../live/live-room.ts';

/**
 * Gives the editor of a laptop the focus once, unless the user has put it elsewhere. An interviewer who is alone has
 * the invitation first. A touch screen would open its keyboard.
 */
export function useFirstFocus(room: LiveRoom, handle: EditorHandle | null): void {
  const isBegun = useRoomState(room, ({ participants }) => participants.some(({ type }) => type === 'candidate'));
  const wasDone = useRef(false);
  useEffect(() => {
    if (!handle || !isBegun || wasDone.current) return;
    wasDone.current = true;
    if (!isTouchOnly() && document.activeElement === document.body) handle.focus();
  }, [handle, isBegun]);
}
