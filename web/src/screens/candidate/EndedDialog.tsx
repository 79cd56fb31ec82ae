import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { forgetPlace } from '../../features/interviews/candidate-place.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Dialog } from '../../shared/ui/Dialog.tsx';

const WORDS = {
  completed: {
    title: 'Session Ended',
    text: 'This session has ended. You will be redirected to the main page.',
  },
  cancelled: {
    title: 'Session Cancelled',
    text: 'The interviewer has cancelled this session. Please ask them for a new time.',
  },
};

/** Tells a candidate who opens the link of an interview that is over or was called off; OK leads to the main page. */
export function EndedDialog({ roomCode, status }: { roomCode: string; status: 'completed' | 'cancelled' }) {
  const navigate = useNavigate();
  useEffect(() => forgetPlace(roomCode), [roomCode]);
  return (
    <Dialog
      role="alertdialog"
      title={WORDS[status].title}
      actions={
        <Button look="primary" autoFocus onClick={() => void navigate({ to: '/' })}>
          OK
        </Button>
      }
    >
      {WORDS[status].text}
    </Dialog>
  );
}
