import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { loadInterview } from '../../features/interviews/interviews.queries.ts';
import { ApiError, messageOf } from '../../shared/api-error.ts';
import { toast } from '../../shared/ui/toast-store.ts';
import { EditorWait } from './EditorWait.tsx';

// The room brings the editors along; nothing of them belongs in the chunks of other screens.
const InterviewerRoom = lazy(async () => ({
  default: (await import('../room/InterviewerRoom.tsx')).InterviewerRoom,
}));

/** Loads the interview of a room and opens the room as its interviewer. */
export function OpenInterview({ roomCode }: { roomCode: string }) {
  // Read once: from then on the room itself is the truth.
  const { data, error } = useQuery({
    queryKey: ['room', roomCode],
    queryFn: () => loadInterview(roomCode),
    staleTime: Infinity,
    gcTime: 0,
  });
  useEffect(() => {
    if (error) toast('bad', 'Session not found or access denied. Redirecting...');
  }, [error]);

  const wait = <EditorWait problem={error ? messageOf(error, fallbackFor(error)) : null} leaveFor="/sessions" />;
  if (data === undefined) return wait;
  return (
    <Suspense fallback={wait}>
      <InterviewerRoom interview={data} />
    </Suspense>
  );
}

function fallbackFor(error: Error): string {
  const denied = error instanceof ApiError && [403, 404, 422].includes(error.status);
  return denied ? 'Session not found or access denied. Redirecting...' : 'Failed to join session';
}
