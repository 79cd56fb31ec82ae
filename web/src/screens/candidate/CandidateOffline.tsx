import type { PublicInterview } from '@cip/contracts/interviews/public-interviews';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { findInterviewOnDevice } from '../../features/documents/device/kept-room.ts';
import type { CandidatePlace } from '../../features/interviews/candidate-place.ts';
import { PageSpinner } from '../../shared/ui/loading/Spinner.tsx';
import { OfflineWait } from '../offline/OfflineWait.tsx';

export interface CandidateOfflineProps {
  roomCode: string;
  place: CandidatePlace | null;
  /** Called with the interview if the room was open on this device. */
  onStored: (interview: PublicInterview) => void;
  /** Shown otherwise. */
  children?: ReactNode;
}

/** A candidate's link while the server is unreachable: opens the room if it was open on this device, else waits. */
export function CandidateOffline({ roomCode, place, onStored, children }: CandidateOfflineProps) {
  const [isLooking, setLooking] = useState(place !== null);
  useEffect(() => {
    if (place === null) return;
    void findInterviewOnDevice(roomCode, place.participantId).then((stored) => {
      if (stored) onStored(stored as PublicInterview);
      setLooking(false);
    });
  }, [roomCode, place, onStored]);
  if (isLooking) return <PageSpinner />;
  if (children) return children;
  return (
    <OfflineWait title="Code Share">
      {(when) => `Keep this page open: your interview opens automatically ${when}.`}
    </OfflineWait>
  );
}
