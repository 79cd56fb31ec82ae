import { useEffect, useState, useSyncExternalStore } from 'react';
import { prepareEditor } from '../../features/documents/EditorPane.tsx';
import type { CodeState } from '../../features/documents/live-code.ts';
import type { RoomState } from '../../features/rooms/room-state.ts';
import type { Identity } from '../../features/rooms/wire.ts';
import { keepEngine } from '../../pwa/keep-engine.ts';
import { beLive } from '../../pwa/live-work.ts';
import { whenIdle } from '../../shared/when-idle.ts';
import { LiveRoom } from './live-room.ts';

/** The latest the room's files are put aside after it was entered, in milliseconds. */
const KEEP_WITHIN_MS = 5_000;

/** Enters a room for as long as the screen is shown; null for the first moment. */
export function useLiveRoom(
  makeIdentity: () => Identity,
  initial: Pick<RoomState, 'typingMode' | 'language'>,
  interview: LiveRoom['interview'],
): LiveRoom | null {
  const [room, setRoom] = useState<LiveRoom | null>(null);
  const [given] = useState(() => ({ identity: makeIdentity(), initial, interview }));
  useEffect(() => {
    prepareEditor();
    const entered = new LiveRoom(given.identity, given.initial, given.interview);
    setRoom(entered);
    const leaveLive = beLive();
    // A reload without a network finds the room's own files.
    const keepLater = whenIdle(() => void keepEngine(), KEEP_WITHIN_MS);
    return () => {
      keepLater();
      leaveLive();
      void entered.leave();
    };
  }, [given]);
  return room;
}

/** The room's state, kept current. */
export function useRoomState({ connection }: LiveRoom): RoomState {
  return useSyncExternalStore(connection.subscribe, connection.getSnapshot);
}

/** Where the code is, kept current. */
export function useCodeState({ code }: LiveRoom): CodeState {
  return useSyncExternalStore(code.subscribe, code.getSnapshot);
}
