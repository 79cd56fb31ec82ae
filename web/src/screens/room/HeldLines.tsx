import { usePeersTyping } from '../../features/documents/sync/cursors/usePeersTyping.ts';
import type { LiveRoom } from './live/live-room.ts';
import styles from './room.module.css';
import { useReplica, useRoomState } from './live/useLiveRoom.ts';

interface HeldLinesProps {
  room: LiveRoom;
  onRealtime: () => void;
}

/** Tells an interviewer that a peer’s line is not here because it is still typed, and lets them see each key. */
export function HeldLines({ room, onRealtime }: HeldLinesProps) {
  const isByEnter = useRoomState(room, ({ typingMode, isConnected }) => isConnected && typingMode === 'enter');
  const { cursors } = useReplica(room);
  const isTyping = usePeersTyping(cursors) !== '';
  if (!isByEnter || !isTyping) return null;
  return (
    <span className={styles.held}>
      Lines arrive after Enter.
      <button
        type="button"
        className={styles.quiet}
        // The focus stays in the editor.
        onPointerDown={(event) => event.preventDefault()}
        onClick={onRealtime}
      >
        See each key
      </button>
    </span>
  );
}
