import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { prepareEditor } from '../../features/documents/EditorPane.tsx';
import type { CodeState } from '../../features/documents/sync/live-code.ts';
import type { RoomState } from '../../features/rooms/room-state.ts';
import { keepEngine } from '../../pwa/keep-engine.ts';
import { beLive } from '../../pwa/live-work.ts';
import { whenIdle } from '../../shared/when-idle.ts';
import type { LiveRoom } from './live-room.ts';

/** The latest the room's files are put aside after it was entered, in milliseconds. */
const KEEP_WITHIN_MS = 5_000;

/**
 * Is in a room for as long as the screen is shown: in the one that was entered ahead, or in one that is entered when
 * the screen is there; null for the first moment then.
 */
export function useLiveRoom(enter: () => LiveRoom, ahead: LiveRoom | null = null): LiveRoom | null {
  const [room, setRoom] = useState(ahead);
  const given = useRef({ enter, ahead });
  useEffect(() => {
    prepareEditor();
    const entered = given.current.ahead ?? given.current.enter();
    given.current.ahead = null;
    setRoom(entered);
    const leaveLive = beLive();
    // A reload without a network finds the room's own files.
    const keepLater = whenIdle(() => void keepEngine(), KEEP_WITHIN_MS);
    return () => {
      keepLater();
      leaveLive();
      void entered.leave();
    };
  }, []);
  return room;
}

/** What a part of the screen shows of the room's state, kept current: it is drawn anew when that has changed. */
export function useRoomState<T>({ connection }: LiveRoom, of: (state: RoomState) => T): T {
  return useSyncExternalStore(connection.subscribe, () => of(connection.getSnapshot()));
}

/** What a part of the screen shows of where the code is, as `useRoomState` does. */
export function useCodeState<T>({ code }: LiveRoom, of: (state: CodeState) => T): T {
  return useSyncExternalStore(code.subscribe, () => of(code.getSnapshot()));
}
