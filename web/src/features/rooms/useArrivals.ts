import type { Participant } from '@cip/contracts/rooms';
import { useEffect, useRef } from 'react';
import { toast } from '../../shared/ui/feedback/toast-store.ts';
import { playChime } from './chime.ts';
import type { RoomState } from './room-state.ts';

/**
 * Shows each candidate who comes into the room, and lets them be heard. Who was there before oneself has not arrived;
 * the room's own live region speaks, so the toast does not.
 */
export function useArrivals({ participants, self }: Pick<RoomState, 'participants' | 'self'>, isHeard: boolean): void {
  const before = useRef<readonly Participant[] | null>(null);
  useEffect(() => {
    const known = before.current;
    // The first list that names oneself is the room as one found it.
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
