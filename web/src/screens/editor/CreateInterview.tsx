import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { createInterview } from '../../features/interviews/interviews.queries.ts';
import { newRoomCode } from '../../features/interviews/room-code.ts';
import { ApiError, isUnreachable, messageOf } from '../../shared/api/api-error.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { useReachability } from '../../shared/api/reachability.ts';
import { toast } from '../../shared/ui/feedback/toast-store.ts';
import { EditorOffline } from './EditorOffline.tsx';
import { EditorWait } from './EditorWait.tsx';

// Lazy, because the server has just replied and can deliver this too.
const LimitReached = lazyPart(async () => (await import('./LimitReached.tsx')).LimitReached);

/** Creates a private interview once, and replaces the URL by the room's, so that a reload creates nothing. */
export function CreateInterview({ templateId }: { templateId?: string | undefined }) {
  const navigate = useNavigate();
  // One room code per page, so that a retry after a lost reply creates no second interview.
  const [roomCode] = useState(newRoomCode);
  const { data: created, error } = useQuery({
    queryKey: ['new-interview', roomCode],
    queryFn: () => createInterview(roomCode, templateId),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const isReached = useReachability() === 'online';
  const isAway = error === null ? !isReached : isUnreachable(error);
  const isAtLimit = error instanceof ApiError && error.code === 'limit_reached';
  const problem = error === null || isAway || isAtLimit ? null : messageOf(error, 'Failed to create interview session');
  useEffect(() => {
    if (problem !== null) toast('bad', 'Failed to start session. Redirecting...');
  }, [problem]);
  useEffect(() => {
    if (created) void navigate({ to: '/editor', search: { room: created.room_code }, replace: true });
  }, [created, navigate]);

  // The page stays and links the running session and larger plans.
  if (isAtLimit)
    return (
      <Suspense fallback={<EditorWait problem={null} leaveFor="/dashboard" />}>
        <LimitReached message={error.message} />
      </Suspense>
    );
  if (created === undefined && isAway) return <EditorOffline isNew />;
  return <EditorWait problem={problem} leaveFor="/dashboard" />;
}
