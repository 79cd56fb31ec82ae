import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { createInterview } from '../../features/interviews/interviews.queries.ts';
import { newRoomCode } from '../../features/interviews/room-code.ts';
import { messageOf } from '../../shared/api-error.ts';
import { useReachability } from '../../shared/reachability.ts';
import { toast } from '../../shared/ui/toast-store.ts';
import { EditorOffline } from './EditorOffline.tsx';
import { EditorWait } from './EditorWait.tsx';

/** Creates a private interview, once, and turns the address into its own, so that a reload creates nothing. */
export function CreateInterview() {
  const navigate = useNavigate();
  const asked = useRef(false);
  const here = useRef(true);
  // One code for the page: asking again after a lost answer creates nothing twice.
  const [roomCode] = useState(newRoomCode);
  const isOffline = useReachability() === 'offline';
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    here.current = true;
    if (!asked.current && !isOffline) {
      asked.current = true;
      createInterview(roomCode).then(
        ({ room_code: room }) =>
          here.current ? navigate({ to: '/editor', search: { room }, replace: true }) : undefined,
        (error: unknown) => {
          asked.current = navigator.onLine;
          if (!navigator.onLine) return;
          toast('bad', 'Failed to start session. Redirecting...');
          setProblem(messageOf(error, 'Failed to create interview session'));
        },
      );
    }
    return () => void (here.current = false);
  }, [navigate, roomCode, isOffline]);

  if (isOffline && problem === null) return <EditorOffline isNew />;
  return <EditorWait problem={problem} leaveFor="/dashboard" />;
}
