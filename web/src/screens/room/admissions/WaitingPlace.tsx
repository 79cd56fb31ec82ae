import type { RoomAdmissions } from '@cip/contracts/interviews/admissions';
import { Suspense } from 'react';
import { useArrivals } from '../../../features/rooms/useArrivals.ts';
import { useKnocks } from '../../../features/rooms/useKnocks.ts';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';
import type { LiveRoom } from '../live/live-room.ts';
import { useRoomState } from '../live/useLiveRoom.ts';
import { accessActions } from './access-actions.tsx';

const WaitingBar = lazyPart(async () => (await import('./WaitingBar.tsx')).WaitingBar);

const NO_ONE: RoomAdmissions['waiting'] = [];

interface WaitingPlaceProps {
  room: LiveRoom;
  isOver: boolean;
  /** Plays a sound if a candidate joins or waits. */
  isChiming: boolean;
}

/** The place of waiting candidates; also reports joining ones. */
export function WaitingPlace({ room, isOver, isChiming }: WaitingPlaceProps) {
  const state = useRoomState(room, (whole) => whole);
  const admissions = isOver ? null : state.admissions;
  const waiting = admissions?.waiting ?? NO_ONE;
  // If candidates have to be admitted, the sound at their request is enough.
  useArrivals(state, isChiming && !state.admissions?.asksBeforeAdmitting);
  useKnocks(waiting, isChiming);
  if (!admissions || waiting.length === 0) return null;
  return (
    <Suspense>
      <WaitingBar {...{ room, admissions }} actions={accessActions(room, state)} disabled={!state.isConnected} />
    </Suspense>
  );
}
