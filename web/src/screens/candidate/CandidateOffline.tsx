import type { PublicInterview } from '@cip/contracts/interviews';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { findOfflineDocument } from '../../features/documents/device/offline-document.ts';
import type { CandidatePlace } from '../../features/interviews/candidate-place.ts';
import { PageSpinner } from '../../shared/ui/loading/Spinner.tsx';
import { OfflineWait } from '../offline/OfflineWait.tsx';

export interface CandidateOfflineProps {
  roomCode: string;
  place: CandidatePlace | null;
  /** Somebody typed here without a connection: they go on with what this device kept. */
  onKept: (interview: PublicInterview) => void;
  /** What is said otherwise. */
  children?: ReactNode;
}

/** A candidate's link while the server cannot be reached: what was kept here, or nothing to do but to keep the page open. */
export function CandidateOffline({ roomCode, place, onKept, children }: CandidateOfflineProps) {
  const [isLooking, setLooking] = useState(place !== null);
  useEffect(() => {
    if (place === null) return;
    void findOfflineDocument(roomCode, place.participantId).then((kept) => {
      if (kept) onKept(kept.interview as PublicInterview);
      setLooking(false);
    });
  }, [roomCode, place, onKept]);
  if (isLooking) return <PageSpinner />;
  if (children) return children;
  return (
    <OfflineWait title="Code Share">
      {(when) => `Keep this page open: your interview opens by itself ${when}.`}
    </OfflineWait>
  );
}
