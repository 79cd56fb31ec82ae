import { PeersTyping } from '../../../features/documents/editor/PeersTyping.tsx';
import { SaveState } from '../../../features/documents/editor/SaveState.tsx';
import type { SaveQueue } from '../../../features/documents/editor/save-status-text.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { useCodeState, useReplica } from '../live/useLiveRoom.ts';

/** The save state of the code, and peers whose unsent lines are not here yet. */
export function CodeStatus({ room, saves }: { room: LiveRoom; saves?: SaveQueue }) {
  const code = useCodeState(room, (state) => state);
  const { cursors } = useReplica(room);
  return (
    <>
      <SaveState code={code} {...(saves && { saves })} />
      <PeersTyping cursors={cursors} />
    </>
  );
}
