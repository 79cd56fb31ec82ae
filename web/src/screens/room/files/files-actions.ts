import type { RoomState } from '../../../features/rooms/room-state.ts';
import { toast } from '../../../shared/ui/feedback/toast-store.ts';
import type { Action } from '../../../shared/ui/overlay/ActionMenu.tsx';
import type { LiveRoom } from '../live/live-room.ts';

/** Returns the interviewer's switch of who may change files; nothing while the server keeps one file a room. */
export function filesActions(room: LiveRoom, { filesAllowed, isConnected }: RoomState): Action[] {
  if (filesAllowed === null) return [];
  const change = async () => {
    const ack = await room.connection.request('file:allow', { isAllowed: !filesAllowed });
    if (!ack.ok) toast('bad', ack.error.message);
  };
  return [
    {
      label: 'Candidates can change files',
      isOn: filesAllowed,
      disabled: !isConnected,
      onSelect: () => void change(),
    },
  ];
}
