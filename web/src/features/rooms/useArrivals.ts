import type { Participant } from '@cip/contracts/rooms/rooms';
import { useEffect, useRef } from 'react';
import { toast } from '../../shared/ui/feedback/toast-store.ts';
import { playChime } from './chime.ts';
import type { RoomState } from './connection/room-state.ts';

/**
 * Shows a toast, and plays a sound, for each candidate who joins after this participant. The toast is silent for screen
 * readers, because the room's own live region announces the same.
 */
export function useArrivals({ participants, self }: Pick<RoomState, 'participants' | 'self'>, isHeard: boolean): void {
  const before = useRef<readonly Participant[] | null>(null);
  useEffect(() => {
    const known = before.current;
    // The first list with this participant shows who was there before.
    if (!participants.some(({ id }) => id === self?.id)) return;
    before.current = participants;
    if (known === null) return;
    const arrived = participants.filter(
      ({ id, type }) => type === 'candidate' && !known.some((participant) => participant.id === id),
    );
    for (const { name } of arrived) toast('good', `${name} joined`, { isSilent: true });
    if (arrived.length > 0 && isHeard) playChime();
  }, [participants, self, isHeard]);
}
