import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formerPlace, rememberedPlace } from '../../features/interviews/candidate-place.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx';
import { ReceiptPage } from '../receipts/ReceiptPage.tsx';
import { forgetEnded } from './forget-ended.ts';
import { LeftTextNotice } from './LeftTextNotice.tsx';

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

/** Shown when a candidate opens the link of a completed or cancelled interview. OK leads to the main page. */
export function EndedDialog({ roomCode, status }: { roomCode: string; status: 'completed' | 'cancelled' }) {
  const navigate = useNavigate();
  const [place] = useState(() => formerPlace(roomCode));
  const [receiptPlace] = useState(() => (status === 'completed' ? rememberedPlace(roomCode) : null));
  const [isReceiptOpen, setReceiptOpen] = useState(false);
  const leave = async () => {
    if (place) await forgetEnded(roomCode, place.participantId);
    await navigate({ to: '/' });
  };
  if (isReceiptOpen && receiptPlace)
    return <ReceiptPage roomCode={roomCode} place={receiptPlace} onBack={() => setReceiptOpen(false)} />;
  return (
    <Dialog
      role="alertdialog"
      title={WORDS[status].title}
      actions={
        <>
          <Button look="primary" autoFocus onClick={() => void leave()}>
            OK
          </Button>
          {receiptPlace && <Button onClick={() => setReceiptOpen(true)}>Receipt</Button>}
        </>
      }
    >
      <p>{WORDS[status].text}</p>
      {place && <LeftTextNotice roomCode={roomCode} participantId={place.participantId} />}
    </Dialog>
  );
}
