import Lock from 'lucide-react/icons/lock';
import LockOpen from 'lucide-react/icons/lock-open';
import type { RoomState } from '../../../features/rooms/connection/room-state.ts';
import { toastRefusal } from '../../../shared/ui/feedback/toast-store.ts';
import { ActionMenu } from '../../../shared/ui/overlay/ActionMenu.tsx';
import type { Action } from '../../../shared/ui/overlay/ActionMenu.tsx';
import type { LiveRoom } from '../live/live-room.ts';

/** Returns the actions that decide who may enter the room. */
export function accessActions({ connection }: LiveRoom, { admissions, isConnected }: RoomState): Action[] {
  const isAsking = admissions?.asksBeforeAdmitting ?? false;
  const isLocked = admissions?.isLocked ?? false;
  return [
    {
      label: 'Ask before admitting',
      isOn: isAsking,
      disabled: !isConnected,
      onSelect: () => void toastRefusal(connection.request('room:ask-before-admitting', { isOn: !isAsking })),
    },
    {
      label: isLocked ? 'Unlock room' : 'Lock room',
      disabled: !isConnected,
      onSelect: () => void toastRefusal(connection.request('room:lock', { isLocked: !isLocked })),
    },
  ];
}

interface AccessMenuProps {
  actions: Action[];
  isLocked: boolean;
  disabled: boolean;
}

/** The menu of who may enter; its button shows if the room is locked. */
export function AccessMenu({ actions, isLocked, disabled }: AccessMenuProps) {
  const Icon = isLocked ? Lock : LockOpen;
  return (
    <ActionMenu label={isLocked ? 'Room access: locked' : 'Room access'} actions={actions} disabled={disabled}>
      <Icon size={18} aria-hidden />
    </ActionMenu>
  );
}
