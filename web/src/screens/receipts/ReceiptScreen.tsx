import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readReceipt } from '@cip/contracts/receipts/receipt-format';
import { languageOf } from '../../features/documents/editor/languages/languages.ts';
import type { CandidatePlace } from '../../features/interviews/candidate-place.ts';
import { ReceiptFacts } from '../../features/receipts/ReceiptFacts.tsx';
import { receiptQuery } from '../../features/receipts/receipts.queries.ts';
import { messageOf } from '../../shared/api/api-error.ts';
import { saveFile } from '../../shared/device/save-file.ts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { Button } from '../../shared/ui/plain/Button.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import { forgetEnded } from '../left-text/forget-ended.ts';
import { LeftTextNotice } from '../left-text/LeftTextNotice.tsx';
import { downloadCode } from '../../features/documents/editor/download-code.ts';
import styles from './receipts.module.css';
import { ReceiptSpinner } from './ReceiptSpinner.tsx';

function Frame({ children }: { children: ReactNode }) {
  return (
    <main className={styles.screen} tabIndex={-1}>
      <Wordmark />
      {children}
    </main>
  );
}

/** A candidate's ended interview, and the way back to the screen before. */
export interface ReceiptScreenProps {
  roomCode: string;
  place: Pick<CandidatePlace, 'token' | 'participantId'>;
  /** Closes the page, because without a network only the screen before has the code. */
  onBack: () => void;
}

/** A candidate's page after the end: their code, and a receipt that anyone can check. */
export function ReceiptScreen({ roomCode, place, onBack }: ReceiptScreenProps) {
  useDocumentTitle('After the interview');
  const query = useQuery(receiptQuery(roomCode, place.token));
  const { data, error } = query;
  const found = data && readReceipt(data.receipt);
  if (error)
    return (
      <Frame>
        <h1>Your receipt</h1>
        <LoadFailed query={query}>{messageOf(error, 'Your receipt could not be loaded.')}</LoadFailed>
        <div className={styles.actions}>
          <Button onClick={onBack}>Back</Button>
        </div>
      </Frame>
    );
  if (!data || !found) return <ReceiptSpinner onBack={onBack} />;
  const { receipt } = found;
  const saveReceipt = () =>
    saveFile(new Blob([data.receipt], { type: 'application/json' }), `receipt-${receipt.interview.day}.json`);
  return (
    <Frame>
      <div>
        <h1>
          <small>Your coding interview with</small> {receipt.interview.company}
        </h1>
        <p className={styles.lead}>It has ended. Save your code and your receipt.</p>
      </div>
      <LeftTextNotice roomCode={roomCode} participantId={place.participantId} />
      <div className={styles.actions}>
        <Button look="primary" size="lg" onClick={() => downloadCode(data.code, data.language)}>
          Download code
        </Button>
        {data.asides?.map(({ number, code, language }) => (
          <Button key={number} size="lg" onClick={() => downloadCode(code, language, `answer-${number}`)}>
            {`Download answer ${number}`}
          </Button>
        ))}
        <Button size="lg" onClick={saveReceipt}>
          Download receipt
        </Button>
      </div>
      <ReceiptFacts receipt={receipt} languageLabel={(language) => languageOf(language).label} />
      <p className={styles.calm}>
        This site signed the receipt. <TextLink to="/verify">Anyone can check it here</TextLink>, also after the company
        has deleted the interview.
      </p>
      <Done {...{ roomCode, place, onBack }} />
    </Frame>
  );
}

/** Leaves the page, and removes the candidate's place, which opens it, from the device. */
function Done({ roomCode, place, onBack }: ReceiptScreenProps) {
  const navigate = useNavigate();
  const leave = async () => {
    await forgetEnded(roomCode, place.participantId);
    await navigate({ to: '/' });
  };
  return (
    <div className={styles.actions}>
      <Button look="quiet" onClick={() => void leave()}>
        Done
      </Button>
      <Button look="quiet" onClick={onBack}>
        Back
      </Button>
    </div>
  );
}
