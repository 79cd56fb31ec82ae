import type { RoomState } from '../../../features/rooms/connection/room-state.ts';
import { toastRefusal } from '../../../shared/ui/feedback/toast-store.ts';
import type { Action } from '../../../shared/ui/overlay/ActionMenu.tsx';
import type { LiveRoom } from '../live/live-room.ts';

/**
 * Returns the interviewer's switch of who may change files; disabled until the server says that its rooms have several.
 */
export function filesAction(room: LiveRoom, { filesAllowed, isConnected }: RoomState): Action {
  return {
    label: 'Candidates can change files',
    isOn: filesAllowed === true,
    disabled: !isConnected || filesAllowed === null,
    onSelect: () => void toastRefusal(room.connection.request('file:allow', { isAllowed: !filesAllowed })),
  };
}
