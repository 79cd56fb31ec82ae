import { useEffect, useEffectEvent } from 'react';
import type { CandidatePlace } from '../../features/interviews/candidate-place.ts';
import { Button } from '../../shared/ui/plain/Button.tsx';
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx';
import { LeftTextNotice } from '../left-text/LeftTextNotice.tsx';

/** Time to read that the page leads on (ms). If the user has a receipt or text here, they leave only by a press. */
const REDIRECT_AFTER_MS = 30_000;

const ENDED = {
  title: 'Session Ended',
  text: 'This session has ended. You will be redirected to the main page.',
};
const CANCELLED = {
  title: 'Session Cancelled',
  text: 'The interviewer has cancelled this session. Please ask them for a new time.',
};

interface EndedDialogProps {
  roomCode: string;
  isCancelled: boolean;
  place: CandidatePlace | null;
  onLeave: () => void;
  /** Shows the page below, which has the candidate's code and receipt. */
  onStay?: () => void;
}

/**
 * Renders the dialog of a completed or cancelled interview. OK leads to the main page, as does time if this device has
 * nothing of the session.
 */
export function EndedDialog({ roomCode, isCancelled, place, onLeave, onStay }: EndedDialogProps) {
  const { title, text } = isCancelled ? CANCELLED : ENDED;
  const redirects = !isCancelled && place === null;
  const leaveLater = useEffectEvent(onLeave);
  useEffect(() => {
    if (!redirects) return;
    const timer = setTimeout(leaveLater, REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [redirects]);
  return (
    <Dialog
      role="alertdialog"
      title={title}
      inOrder
      actions={
        <>
          {onStay && (
            <Button look="primary" autoFocus onClick={onStay}>
              Your code and receipt
            </Button>
          )}
          <Button look={onStay ? 'secondary' : 'primary'} autoFocus={!onStay} onClick={onLeave}>
            OK
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {!isCancelled && !redirects && <p>This page stays open until you press OK.</p>}
      {place && <LeftTextNotice roomCode={roomCode} participantId={place.participantId} />}
    </Dialog>
  );
}
