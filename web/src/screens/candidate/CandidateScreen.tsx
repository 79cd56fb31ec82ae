import type { PublicInterview } from '@cip/contracts/interviews';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { rememberedPlace } from '../../features/interviews/candidate-place.ts';
import type { CandidatePlace } from '../../features/interviews/candidate-place.ts';
import { earlyCard, takeEarlyCard } from '../../features/interviews/early-card.ts';
import { loadPublicInterview, ownsRoom } from '../../features/interviews/public-interviews.queries.ts';
import { ApiError, isUnreachable } from '../../shared/api/api-error.ts';
import { useReachability } from '../../shared/api/reachability.ts';
import { storedAccount } from '../../shared/device/stored-account.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { PageSpinner } from '../../shared/ui/loading/Spinner.tsx';
import { CandidateRoom } from './candidate-room.ts';
import { JoinCard } from './JoinCard.tsx';
import { LinkProblem } from './LinkProblem.tsx';

// The join card must be there long before what it does not need.
const EditorOffer = lazyPart(async () => (await import('./EditorOffer.tsx')).EditorOffer);
const EndedDialog = lazyPart(async () => (await import('./EndedDialog.tsx')).EndedDialog);
const CandidateOffline = lazyPart(async () => (await import('./CandidateOffline.tsx')).CandidateOffline);
const NotStarted = lazyPart(async () => (await import('./NotStarted.tsx')).NotStarted);

/** The page behind a shared link: join with a name, then the room. */
export function CandidateScreen({ roomCode }: { roomCode: string }) {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Steps roomCode={roomCode} />
    </Suspense>
  );
}

function Steps({ roomCode }: { roomCode: string }) {
  const [early] = useState(() => earlyCard(roomCode));
  const [place, setPlace] = useState<CandidatePlace | null>(() => early?.place ?? rememberedPlace(roomCode));
  const [asCandidate, setAsCandidate] = useState(place !== null);
  const [kept, setKept] = useState<PublicInterview | null>(null);
  // The room comes while the interview is asked for and the name is typed, so that the button opens what is here.
  useEffect(() => void CandidateRoom.preload(), []);
  // Who comes back to this link later gets what holds then.
  useEffect(() => void takeEarlyCard(roomCode), [roomCode]);
  useDocumentTitle('Code Share');
  const {
    data: interview,
    error,
    refetch,
  } = useQuery({
    queryKey: ['public-interview', roomCode],
    queryFn: () => loadPublicInterview(roomCode),
    // What the card in the page shows already.
    initialData: early?.interview,
    staleTime: Infinity,
    gcTime: 0,
  });
  const isReached = useReachability() === 'online';
  const owning = useQuery({
    queryKey: ['owns-room', roomCode],
    queryFn: () => ownsRoom(roomCode),
    enabled: !asCandidate && storedAccount() !== null,
    staleTime: Infinity,
  });

  if (kept !== null && place !== null) return <CandidateRoom interview={kept} {...place} />;
  // Without an answer the link is not refused, and what is wrong is not the link.
  const isAway = error === null ? !isReached : isUnreachable(error);
  const problem = error && !isAway && (
    <LinkProblem {...{ roomCode, error, place, isGone: isGone(error) }} onRetry={() => void refetch()} />
  );
  if (interview === undefined && (isAway || (error && !isGone(error))))
    return (
      <CandidateOffline roomCode={roomCode} place={place} onKept={setKept}>
        {problem}
      </CandidateOffline>
    );
  // A look that failed while waiting for the start says nothing, unless the interview is gone.
  if (error && (interview === undefined || isGone(error))) return problem;
  if (interview === undefined || owning.isFetching || isUnreachable(owning.error)) return <PageSpinner />;
  const { status } = interview;
  if (status === 'completed' || status === 'cancelled') return <EndedDialog roomCode={roomCode} status={status} />;
  if (status === 'scheduled') return <NotStarted interview={interview} look={refetch} />;
  if (owning.data === true && !asCandidate)
    return <EditorOffer interview={interview} onDecline={() => setAsCandidate(true)} />;
  if (place === null) return <JoinCard interview={interview} onJoined={setPlace} />;
  return <CandidateRoom interview={interview} {...place} />;
}

function isGone(error: Error): boolean {
  return error instanceof ApiError && [400, 404, 422].includes(error.status);
}
