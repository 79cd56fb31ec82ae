import type { Participant } from '@cip/contracts/rooms/rooms';
import { useState } from 'react';
import { ConfirmDialog } from '../../../shared/ui/overlay/ConfirmDialog.tsx';
import { toastRefusal } from '../../../shared/ui/feedback/toast-store.ts';
import type { LiveRoom } from '../live/live-room.ts';

export interface RemoveParticipantProps {
  room: Pick<LiveRoom, 'connection'>;
  participant: Participant;
  onClose: () => void;
}

/** Removes a candidate from the room after a confirmation. */
export function RemoveParticipant({ room, participant, onClose }: RemoveParticipantProps) {
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    await toastRefusal(room.connection.removeParticipant(participant.id));
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Remove ${participant.name}?`}
      confirm="Remove"
      confirmBusy="Removing..."
      busy={busy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {participant.name} is disconnected right away and can’t rejoin from the same browser. Their code stays.
    </ConfirmDialog>
  );
}
