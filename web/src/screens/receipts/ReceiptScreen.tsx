import { useQuery } from '@tanstack/react-query';
import { receiptQuery } from '../../features/receipts/receipts.queries.ts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { Button } from '../../shared/ui/plain/Button.tsx';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import { AfterInterview } from './AfterInterview.tsx';
import { Receipt, receiptProblem } from './Receipt.tsx';
import type { ReceiptProps } from './Receipt.tsx';
import { ButtonRow } from '../../shared/ui/ButtonRow.tsx';
import styles from './receipts.module.css';
import { ReceiptSpinner } from './ReceiptSpinner.tsx';
import { Thanks } from './Thanks.tsx';
import { useLeaveEnded } from './use-leave-ended.ts';

/** A candidate's ended interview, and the way back to the screen before. */
export interface ReceiptScreenProps extends ReceiptProps {
  /** Closes the page, because without a network only the screen before has the code. */
  onBack: () => void;
}

/** Renders a candidate's page after the end: their code, and a receipt that anyone can check. */
export function ReceiptScreen({ onBack, ...ended }: ReceiptScreenProps) {
  const { roomCode, place } = ended;
  useDocumentTitle('After the interview');
  const leave = useLeaveEnded(roomCode, place);
  const query = useQuery(receiptQuery(roomCode, place.token));
  const { data, error } = query;
  const back = (
    <Button look={error ? 'secondary' : 'quiet'} onClick={onBack}>
      Back
    </Button>
  );
  if (error)
    return (
      <main className={styles.screen} tabIndex={-1}>
        <Wordmark />
        <h1>Your receipt</h1>
        <LoadFailed query={query}>{receiptProblem(error)}</LoadFailed>
        <ButtonRow>{back}</ButtonRow>
      </main>
    );
  if (!data) return <ReceiptSpinner onBack={onBack} />;
  return (
    <AfterInterview
      company={data.receipt.interview.company}
      end="has ended"
      lead={<Thanks name={data.receipt.candidate} />}
    >
      <Receipt {...ended} />
      <ButtonRow>
        <Button look="quiet" onClick={leave}>
          Done
        </Button>
        {back}
      </ButtonRow>
    </AfterInterview>
  );
}
