import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { forgetPlace } from '../../features/interviews/candidate-place.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Dialog } from '../../shared/ui/Dialog.tsx';

/** Tells a candidate who opens the link of an ended interview; OK leads to the main page. */
export function EndedDialog({ roomCode }: { roomCode: string }) {
  const navigate = useNavigate();
  useEffect(() => forgetPlace(roomCode), [roomCode]);
  return (
    <Dialog
      role="alertdialog"
      title="Session Ended"
      actions={
        <Button look="primary" autoFocus onClick={() => void navigate({ to: '/' })}>
          OK
        </Button>
      }
    >
      This session has ended. You will be redirected to the main page.
    </Dialog>
  );
}
