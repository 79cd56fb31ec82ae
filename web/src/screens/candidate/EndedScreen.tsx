import type { PublicInterview } from '@cip/contracts/interviews/public-interviews';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { formerPlace, rememberedPlace } from '../../features/interviews/candidate-place.ts';
import { isWithoutReceipt, receiptQuery } from '../../features/receipts/receipts.queries.ts';
import { storedUntil } from '../../prejoin/card-texts.ts';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { importWithRetry } from '../../shared/ui/loading/import-with-retry.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { Button } from '../../shared/ui/plain/Button.tsx';
import { LeftTextNotice } from '../left-text/LeftTextNotice.tsx';
import { AfterInterview } from '../receipts/AfterInterview.tsx';
import { Thanks } from '../receipts/Thanks.tsx';
import { ButtonRow } from '../../shared/ui/ButtonRow.tsx';
import styles from '../receipts/receipts.module.css';
import { ReceiptSkeleton } from '../receipts/ReceiptSkeleton.tsx';
import { useLeaveEnded } from '../receipts/use-leave-ended.ts';
import { EndedDialog } from './EndedDialog.tsx';

// A page without it is of use, too.
const Receipt = lazyPart(() => importWithRetry(async () => (await import('../receipts/Receipt.tsx')).Receipt), {
  fallback: () => <Notice tone="bad">Your receipt could not be loaded. Reload the page to try again.</Notice>,
});

/**
 * Renders the page of a completed or cancelled interview's link, and over it the dialog that leads to the main page.
 */
export function EndedScreen({ interview }: { interview: PublicInterview }) {
  const { room_code: roomCode, company_name: company, status } = interview;
  const isCancelled = status === 'cancelled';
  const [place] = useState(() => formerPlace(roomCode));
  const [joined] = useState(() => (isCancelled ? null : rememberedPlace(roomCode)));
  const { error } = useQuery({ ...receiptQuery(roomCode, joined?.token ?? ''), enabled: joined !== null });
  const receiptPlace = isWithoutReceipt(error) ? null : joined;
  const [isOpen, setOpen] = useState(true);
  const page = useRef<HTMLElement>(null);
  const leave = useLeaveEnded(roomCode, place);
  useEffect(() => {
    if (!isOpen) page.current?.focus();
  }, [isOpen]);
  return (
    <AfterInterview
      ref={page}
      company={company}
      end={isCancelled ? 'was cancelled' : 'has ended'}
      lead={isCancelled ? 'Ask the person who invited you for a new time.' : <Thanks name={receiptPlace?.name} />}
    >
      {receiptPlace ? (
        <Suspense fallback={<ReceiptSkeleton />}>
          <Receipt roomCode={roomCode} place={receiptPlace} />
        </Suspense>
      ) : (
        <>
          {place && !isOpen && <LeftTextNotice roomCode={roomCode} participantId={place.participantId} />}
          <p className={styles.calm}>
            {isCancelled
              ? 'If it is in your calendar, you can remove it there.'
              : `Kept: the code, each edit, and runs, ${storedUntil(interview)}.`}
          </p>
        </>
      )}
      {joined && (
        <ButtonRow>
          <Button look="quiet" onClick={leave}>
            Done
          </Button>
        </ButtonRow>
      )}
      {isOpen && (
        <EndedDialog
          {...{ roomCode, place, isCancelled }}
          onLeave={leave}
          {...(receiptPlace && { onStay: () => setOpen(false) })}
        />
      )}
    </AfterInterview>
  );
}
