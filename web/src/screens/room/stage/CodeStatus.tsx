import { useCallback } from 'react';
import { PeersTyping } from '../../../features/documents/editor/PeersTyping.tsx';
import { SaveState } from '../../../features/documents/editor/SaveState.tsx';
import type { SaveQueue } from '../../../features/documents/editor/save-status-text.ts';
import { useStore } from '../../../shared/store.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { useCodeState, useReplica, useRoomState } from '../live/useLiveRoom.ts';

/** The save state of the code, and peers whose unsent lines are not here yet. */
export function CodeStatus({ room, saves }: { room: LiveRoom; saves?: SaveQueue }) {
  const code = useCodeState(room, (state) => state);
  const { cursors } = useReplica(room);
  const shown = useStore(room.code.shown);
  const { files } = useRoomState(room, (state) => state.files);
  const fileOf = useCallback(
    (root: string) => (root === shown ? null : (files.find((file) => file.root === root)?.name ?? null)),
    [shown, files],
  );
  return (
    <>
      <SaveState code={code} {...(saves && { saves })} />
      <PeersTyping cursors={cursors} fileOf={fileOf} />
    </>
  );
}
