import type { InterviewStatus, InterviewWithCode } from '@cip/contracts/interviews';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import type { ReactNode } from 'react';
import { loadInterview } from '../../features/interviews/interviews.queries.ts';
import { ApiError, isUnreachable, messageOf } from '../../shared/api/api-error.ts';
import { useReachability } from '../../shared/api/reachability.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { toast } from '../../shared/ui/feedback/toast-store.ts';
import { EditorOffline } from './EditorOffline.tsx';
import { EditorWait } from './EditorWait.tsx';
import { DENIED } from './NoSuchInterview.tsx';
import { useKeptInterview, useLeftBy } from './useKeptInterview.ts';

// The room brings the editors along; nothing of them belongs in the chunks of other screens.
const InterviewerRoom = lazyPart(async () => (await import('../room/InterviewerRoom.tsx')).InterviewerRoom);

const LeftTextNotice = lazyPart(async () => (await import('../candidate/LeftTextNotice.tsx')).LeftTextNotice);

/** Loads the interview of a room and opens the room as its interviewer. */
export function OpenInterview({ roomCode }: { roomCode: string }) {
  // Read once: from then on the room itself is the truth.
  const { data, error } = useQuery({
    queryKey: ['room', roomCode],
    queryFn: () => loadInterview(roomCode),
    staleTime: Infinity,
    gcTime: 0,
  });
  const isReached = useReachability() === 'online';
  // Without an answer nothing is refused: the page waits.
  const isAway = data === undefined && (error === null ? !isReached : isUnreachable(error));
  const kept = useKeptInterview(roomCode, isAway);
  const isFailed = error !== null && !isAway;
  const failure = isFailed ? messageOf(error, fallbackFor(error)) : null;
  // The server does not say that the page is about to leave.
  const said = isFailed && isDenied(error) ? DENIED : failure;
  useEffect(() => {
    if (said !== null) toast('bad', said);
  }, [said]);

  const problem = failure ?? closedBecause(data?.status);
  const leftBy = useLeftBy(roomCode, problem !== null);

  if (kept) return <Room interview={kept} wait={<EditorWait problem={null} leaveFor="/sessions" />} />;
  if (isAway && kept === null) return <EditorOffline isNew={false} />;
  const left = leftBy && (
    <Suspense>
      <LeftTextNotice roomCode={roomCode} participantId={leftBy} />
    </Suspense>
  );
  const wait = <EditorWait problem={problem} leaveFor="/sessions" before={left} />;
  if (data === undefined || problem !== null) return wait;
  return <Room interview={data} wait={wait} />;
}

function Room({ interview, wait }: { interview: InterviewWithCode; wait: ReactNode }) {
  return (
    <Suspense fallback={wait}>
      <InterviewerRoom interview={interview} />
    </Suspense>
  );
}

function isDenied(error: Error): boolean {
  return error instanceof ApiError && [403, 404, 422].includes(error.status);
}

function fallbackFor(error: Error): string {
  return isDenied(error) ? DENIED : 'Failed to join session';
}

/** Why a room has no door: it is not open yet, or never will be. */
function closedBecause(status: InterviewStatus | undefined): string | null {
  if (status === 'scheduled') return 'This session has not started yet. Start it from the list of sessions.';
  return status === 'cancelled' ? 'This session was cancelled.' : null;
}
