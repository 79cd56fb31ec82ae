import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { RoomState } from '../../../features/rooms/connection/room-state.ts';
import { useStore } from '../../../shared/store.ts';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { WaitingCard } from './WaitingCard.tsx';

interface Invitation {
  /** The card with the link while it is open, else null. */
  invitation: ReactNode;
  hide: () => void;
  /** Opens the card; null while it is open or no candidate is awaited. */
  invite: (() => void) | null;
}

/**
 * Shows the card with the candidate's link from the start until the first candidate joins or waits; typing hides it. It
 * does not return by itself if the candidate leaves.
 */
export function useInvitation(room: LiveRoom, link: string, candidate: string | null): Invitation {
  const [isOpen, setOpen] = useState(true);
  const isAlone = useRoomState(room, isWithoutCandidate);
  const hasCandidate = useRoomState(room, (state) => state.participants.some(isCandidate) || isAwaited(state));
  // On a phone the question has the editor's place, which the card covers.
  const isCovered = useStore(room.panes.store, ({ output, cover }) => output || cover !== null);
  const hide = () => setOpen(false);
  const invite = () => {
    room.panes.hide('output');
    room.panes.uncover();
    setOpen(true);
  };
  useEffect(() => {
    if (hasCandidate) hide();
  }, [hasCandidate]);
  return {
    invitation: isOpen && isAlone && !isCovered && <WaitingCard {...{ link, candidate }} onClose={hide} />,
    hide,
    invite: isAlone && (!isOpen || isCovered) ? invite : null,
  };
}

const isCandidate = ({ type }: RoomState['participants'][number]) => type === 'candidate';

/** True if the list of participants is loaded and has no candidate. */
function isWithoutCandidate(state: RoomState): boolean {
  const { isConnected, participants, self } = state;
  const isKnown = isConnected && participants.some(({ id }) => id === self?.id);
  return isKnown && !participants.some(isCandidate) && !isAwaited(state);
}

/** True if a candidate waits to be admitted. */
const isAwaited = ({ admissions }: RoomState) => (admissions?.waiting.length ?? 0) > 0;
