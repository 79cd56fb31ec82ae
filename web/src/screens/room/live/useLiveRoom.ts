import { useEffect, useRef, useState } from 'react';
import { prepareEditor } from '../../../features/documents/EditorPane.tsx';
import type { CodeState } from '../../../features/documents/sync/live-code.ts';
import { cacheEditorAssets } from '../../../pwa/editor-assets.ts';
import { isRoomCached } from '../../../pwa/room-cached.ts';
import { markRoomActive } from '../../../pwa/active-room.ts';
import { useStore } from '../../../shared/store.ts';
import type { ReadableStore } from '../../../shared/store.ts';
import { whenIdle } from '../../../shared/when-idle.ts';
import type { LiveRoom } from './live-room.ts';

/** The latest time after entering at which the room's files are cached (ms). */
const KEEP_WITHIN_MS = 5_000;

/**
 * Stays in a room while the screen is mounted: in the given one, or in a new room, which is entered on mount. Returns
 * null until then.
 */
export function useLiveRoom(enter: () => LiveRoom, ahead: LiveRoom | null = null): LiveRoom | null {
  const [room, setRoom] = useState(ahead);
  const given = useRef({ enter, ahead });
  useEffect(() => {
    prepareEditor();
    const entered = given.current.ahead ?? given.current.enter();
    given.current.ahead = null;
    setRoom(entered);
    const unmarkRoom = markRoomActive();
    // Caches the room's files for a reload without a network.
    const keepLater = whenIdle(() => void cacheEditorAssets().then(isRoomCached.set), KEEP_WITHIN_MS);
    return () => {
      keepLater();
      unmarkRoom();
      void entered.leave();
    };
  }, []);
  return room;
}

interface RoomOf<State> {
  connection: { store: ReadableStore<State> };
}

/** Returns a part of the room's state and renders again when that part changes. */
export function useRoomState<State, T>({ connection }: RoomOf<State>, select: (state: State) => T): T {
  return useStore(connection.store, select);
}

/** Returns a part of the code's state and renders again when that part changes. */
export function useCodeState<T>({ code }: LiveRoom, select: (state: CodeState) => T): T {
  return useStore(code.store, select);
}

/** Returns the present replica of the document and renders again when another replaces it. */
export function useReplica<Replica>({ code }: { code: { replica: ReadableStore<Replica> } }): Replica {
  return useStore(code.replica);
}
