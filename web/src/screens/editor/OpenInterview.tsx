import type { InterviewStatus, InterviewWithCode } from '@cip/contracts/interviews/interviews';
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
import { useStoredInterview, useLeftBy } from './useStoredInterview.ts';

// Lazy, because the room includes the editors, which no other screen's chunk may contain.
const InterviewerRoom = lazyPart(async () => (await import('../room/interviewer/InterviewerRoom.tsx')).InterviewerRoom);

const LeftTextNotice = lazyPart(async () => (await import('../left-text/LeftTextNotice.tsx')).LeftTextNotice);

/** Loads the interview of a room and opens the room as its interviewer. */
export function OpenInterview({ roomCode }: { roomCode: string }) {
  // Loaded once: from then on the room has the current state.
  const { data, error } = useQuery({
    queryKey: ['room', roomCode],
    queryFn: () => loadInterview(roomCode),
    staleTime: Infinity,
    gcTime: 0,
  });
  const isReached = useReachability() === 'online';
  // If there is no reply, the page waits.
  const isAway = data === undefined && (error === null ? !isReached : isUnreachable(error));
  const kept = useStoredInterview(roomCode, isAway);
  const isFailed = error !== null && !isAway;
  const failure = isFailed ? messageOf(error, fallbackFor(error)) : null;
  // Not the server's message, because it does not announce the redirect.
  const message = isFailed && isDenied(error) ? DENIED : failure;
  useEffect(() => {
    if (message !== null) toast('bad', message);
  }, [message]);

  const problem = failure ?? closedBecause(data?.status);
  const [leftBy, setLeftBy] = useLeftBy(roomCode, problem !== null);

  if (kept) return <Room interview={kept} wait={<EditorWait problem={null} leaveFor="/sessions" />} />;
  if (isAway && kept === null) return <EditorOffline isNew={false} />;
  const left = leftBy && (
    <Suspense>
      <LeftTextNotice roomCode={roomCode} participantId={leftBy} onDismiss={() => setLeftBy(null)} />
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

/** Returns the reason if a room cannot be entered: it has not started, or it is over. */
function closedBecause(status: InterviewStatus | undefined): string | null {
  if (status === 'scheduled') return 'This session has not started yet. Start it from the list of sessions.';
  return status === 'cancelled' ? 'This session was cancelled.' : null;
}
