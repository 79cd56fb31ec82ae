import type { PublicInterview } from '@cip/contracts/interviews/public-interviews';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { rememberedPlace } from '../../features/interviews/candidate-place.ts';
import type { CandidatePlace } from '../../features/interviews/candidate-place.ts';
import { loadPublicInterview, ownsRoom } from '../../features/interviews/public-interviews.queries.ts';
import { takeReply } from '../../prejoin/handover.ts';
import type { Prejoin } from '../../prejoin/handover.ts';
import { ApiError, isUnreachable } from '../../shared/api/api-error.ts';
import { useReachability } from '../../shared/api/reachability.ts';
import { storedAccount } from '../../shared/device/stored-account.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { PageSpinner } from '../../shared/ui/loading/Spinner.tsx';
import { CandidateRoom } from './candidate-room.ts';
import { JoinCard } from './JoinCard.tsx';

// Lazy, so that the join card does not wait for them.
const EditorOffer = lazyPart(async () => (await import('./EditorOffer.tsx')).EditorOffer);
const EndedScreen = lazyPart(async () => (await import('./EndedScreen.tsx')).EndedScreen);
const CandidateOffline = lazyPart(async () => (await import('./CandidateOffline.tsx')).CandidateOffline);
const LinkProblem = lazyPart(async () => (await import('./LinkProblem.tsx')).LinkProblem);
const NotStarted = lazyPart(async () => (await import('./NotStarted.tsx')).NotStarted);

export interface CandidateScreenProps {
  roomCode: string;
  /** The page's work before the app ran. */
  prejoin: Prejoin | null;
  /** The place from a join that was sent before the app ran. */
  joined?: CandidatePlace | undefined;
}

/** The page behind a shared link: join with a name, then the room. */
export function CandidateScreen(props: CandidateScreenProps) {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Steps {...props} />
    </Suspense>
  );
}

function Steps({ roomCode, prejoin, joined }: CandidateScreenProps) {
  const [place, setPlace] = useState<CandidatePlace | null>(() => joined ?? rememberedPlace(roomCode));
  const [wasHere] = useState(place !== null && !joined);
  // The place that another name replaces once the join succeeds.
  const [former, setFormer] = useState<CandidatePlace | null>(null);
  const [asCandidate, setAsCandidate] = useState(place !== null);
  const [stored, setStored] = useState<PublicInterview | null>(null);
  // Loads the room while the interview is requested and the name is typed.
  useEffect(() => void CandidateRoom.preload(), []);
  useDocumentTitle('Code Share');
  const {
    data: interview,
    error,
    refetch,
  } = useQuery({
    queryKey: ['public-interview', roomCode],
    queryFn: () => loadPublicInterview(roomCode, takeReply(prejoin)),
    initialData: prejoin?.card?.interview,
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

  const roomOf = (shown: PublicInterview, own: CandidatePlace) => (
    <CandidateRoom
      interview={{ ...shown, call_link: shown.call_link ?? own.callLink ?? null }}
      {...own}
      isNameGiven={wasHere ? own.isUnread === true : shown.candidate_name === own.name}
      onRename={() => (setPlace(null), setFormer(own))}
    />
  );
  if (stored !== null && place !== null) return roomOf(stored, place);
  // If there is no reply, the link may be fine, because the network or the server is at fault.
  const isAway = error === null ? !isReached : isUnreachable(error);
  const problem = error && !isAway && (
    <LinkProblem {...{ roomCode, error, place, isGone: isGone(error) }} onRetry={() => void refetch()} />
  );
  if (interview === undefined && (isAway || (error && !isGone(error))))
    return (
      <CandidateOffline roomCode={roomCode} place={place} onStored={setStored}>
        {problem}
      </CandidateOffline>
    );
  // If a poll fails while waiting for the start, nothing shows, except if the interview is gone.
  if (error && (interview === undefined || isGone(error))) return problem;
  if (interview === undefined || owning.isFetching || isUnreachable(owning.error)) return <PageSpinner />;
  const { status } = interview;
  if (status === 'completed' || status === 'cancelled') return <EndedScreen interview={interview} />;
  if (status === 'scheduled') return <NotStarted interview={interview} look={refetch} />;
  if (owning.data === true && !asCandidate)
    return <EditorOffer interview={interview} onDecline={() => setAsCandidate(true)} />;
  if (place === null)
    return (
      <JoinCard
        interview={former ? { ...interview, candidate_name: null } : interview}
        card={former ? null : (prejoin?.card ?? null)}
        onBack={former ? () => setPlace(former) : undefined}
        onJoined={setPlace}
        onRefused={() => void refetch()}
      />
    );
  return roomOf(interview, place);
}

function isGone(error: Error): boolean {
  return error instanceof ApiError && [400, 404, 422].includes(error.status);
}
