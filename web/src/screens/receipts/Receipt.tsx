import { useQuery } from '@tanstack/react-query';
import { languageOf } from '../../features/documents/editor/languages/languages.ts';
import type { CandidatePlace } from '../../features/interviews/candidate-place.ts';
import { ReceiptFacts } from '../../features/receipts/ReceiptFacts.tsx';
import { receiptQuery } from '../../features/receipts/receipts.queries.ts';
import { messageOf } from '../../shared/api/api-error.ts';
import { saveFile } from '../../shared/device/save-file.ts';
import { formatDateTime, formatDuration } from '../../shared/format.ts';
import { downloadCode } from '../../features/documents/editor/download-code.ts';
import { wholeCode } from '../../shared/code/code-copy.ts';
import { copyCode } from '../../shared/ui/feedback/copy-code.ts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { Button } from '../../shared/ui/plain/Button.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { LeftTextNotice } from '../left-text/LeftTextNotice.tsx';
import { ButtonRow } from '../../shared/ui/ButtonRow.tsx';
import styles from './receipts.module.css';
import { ReceiptSkeleton } from './ReceiptSkeleton.tsx';

export interface ReceiptProps {
  roomCode: string;
  place: Pick<CandidatePlace, 'token' | 'participantId'>;
}

/** Returns the reason if a receipt did not load. */
export const receiptProblem = (error: Error) => messageOf(error, 'Your receipt could not be loaded.');

/** Renders a candidate's code and the receipt that anyone can check, once they are loaded. */
export function Receipt({ roomCode, place }: ReceiptProps) {
  const query = useQuery(receiptQuery(roomCode, place.token));
  const { data, error } = query;
  const leftText = <LeftTextNotice roomCode={roomCode} participantId={place.participantId} />;
  if (error)
    return (
      <>
        {leftText}
        <LoadFailed query={query}>{receiptProblem(error)}</LoadFailed>
      </>
    );
  if (!data) return <ReceiptSkeleton />;
  const { file, receipt } = data;
  const { day, from, to } = receipt.interview;
  const saveReceipt = () => saveFile(new Blob([file], { type: 'application/json' }), `receipt-${day}.json`);
  return (
    <>
      {leftText}
      <p className={styles.calm}>
        {formatDuration(from, to)} · {formatDateTime(from)}
      </p>
      <ButtonRow>
        <Button look="primary" size="lg" onClick={() => void downloadCode(data)}>
          Download code
        </Button>
        {data.asides?.map(({ number, ...aside }) => (
          <Button key={number} size="lg" onClick={() => void downloadCode(aside, `answer-${number}`)}>
            {`Download answer ${number}`}
          </Button>
        ))}
        <Button size="lg" onClick={saveReceipt}>
          Download receipt
        </Button>
        <Button look="quiet" size="lg" onClick={() => void copyCode(wholeCode(data))}>
          Copy code
        </Button>
      </ButtonRow>
      <ReceiptFacts receipt={receipt} languageLabel={(language) => languageOf(language).label} />
      <p className={styles.calm}>
        This site signed the receipt. <TextLink to="/verify">Anyone can check it here</TextLink>, also after the company
        has deleted the interview.
      </p>
    </>
  );
}
