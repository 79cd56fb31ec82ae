import type { EditorHandle } from '../../../features/documents/editor/languages/editor-pane.ts';
import { ConnectionBanner } from '../../../features/rooms/connection/ConnectionBanner.tsx';
import { isRoomCached } from '../../../pwa/room-cached.ts';
import { useStore } from '../../../shared/store.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import { keepTyping } from '../live/live-room.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { useCodeState, useRoomState } from '../live/useLiveRoom.ts';

/** The connection's problems and their actions. */
export function ConnectionPlace({ room, handle }: { room: LiveRoom; handle: EditorHandle | null }) {
  const state = useRoomState(room, (whole) => whole);
  const { hasText, isStored, isTypingOffline, isTypingAside } = useCodeState(room, (whole) => whole);
  const keep = async () => {
    if (await keepTyping(room)) handle?.focus();
    else toast('bad', 'This device cannot keep what you type. Please wait for the connection.');
  };
  return (
    <ConnectionBanner
      room={state}
      onReconnect={() => room.connection.nudge()}
      {...{ isStored, isTypingOffline }}
      canReopen={useStore(isRoomCached)}
      // Text typed aside has its own button.
      onKeepTyping={hasText && isStored && !isTypingAside ? () => void keep() : undefined}
    />
  );
}
