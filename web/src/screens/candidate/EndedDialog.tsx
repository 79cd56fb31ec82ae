import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { formerPlace, rememberedPlace } from '../../features/interviews/candidate-place.ts';
import { Button } from '../../shared/ui/plain/Button.tsx';
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx';
import { ReceiptPage } from '../receipts/ReceiptPage.tsx';
import { forgetEnded } from '../left-text/forget-ended.ts';
import { LeftTextNotice } from '../left-text/LeftTextNotice.tsx';

/** Time to read that the page leads on (ms). If the user has a receipt or text here, they leave only by a press. */
const REDIRECT_AFTER_MS = 30_000;

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

/**
 * Shown when a candidate opens the link of a completed or cancelled interview. OK leads to the main page, as does time
 * if this device has nothing of the session.
 */
export function EndedDialog({ roomCode, status }: { roomCode: string; status: 'completed' | 'cancelled' }) {
  const navigate = useNavigate();
  const [place] = useState(() => formerPlace(roomCode));
  const [receiptPlace] = useState(() => (status === 'completed' ? rememberedPlace(roomCode) : null));
  const [isReceiptOpen, setReceiptOpen] = useState(false);
  const redirects = status === 'completed' && place === null && receiptPlace === null;
  const leaveLater = useEffectEvent(() => void navigate({ to: '/' }));
  useEffect(() => {
    if (!redirects) return;
    const timer = setTimeout(leaveLater, REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [redirects]);
  const leave = async () => {
    if (place) await forgetEnded(roomCode, place.participantId);
    await navigate({ to: '/' });
  };
  if (isReceiptOpen && receiptPlace)
    return <ReceiptPage roomCode={roomCode} place={receiptPlace} onBack={() => setReceiptOpen(false)} />;
  const isReceipt = receiptPlace !== null;
  return (
    <Dialog
      role="alertdialog"
      title={WORDS[status].title}
      actions={
        <>
          {isReceipt && (
            <Button look="primary" autoFocus onClick={() => setReceiptOpen(true)}>
              Receipt
            </Button>
          )}
          <Button look={isReceipt ? 'secondary' : 'primary'} autoFocus={!isReceipt} onClick={() => void leave()}>
            OK
          </Button>
        </>
      }
    >
      <p>{WORDS[status].text}</p>
      {place && <LeftTextNotice roomCode={roomCode} participantId={place.participantId} />}
    </Dialog>
  );
}
