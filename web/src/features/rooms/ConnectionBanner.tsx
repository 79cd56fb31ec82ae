import { Button } from '../../shared/ui/Button.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import type { RoomState } from './room-state.ts';

/** What is wrong with the connection and what is being done about it; nothing while all is well. */
export function ConnectionBanner({ room, onReconnect }: { room: RoomState; onReconnect: () => void }) {
  if (room.isConnected || room.ended || (room.self === null && room.error === null)) return null;
  return (
    <Notice
      tone="warn"
      action={
        <Button size="sm" onClick={onReconnect}>
          Reconnect
        </Button>
      }
    >
      {room.error ? `${room.error}. ` : ''}
      {room.activity} Read-only until then; nothing is lost.
    </Notice>
  );
}
