import { messageOf } from '../../shared/api/api-error.ts';
import { Button } from '../../shared/ui/plain/Button.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import type { CandidatePlace } from '../../features/interviews/candidate-place.ts';
import styles from '../before-room/candidate.module.css';
import { LeftTextNotice } from '../left-text/LeftTextNotice.tsx';

export interface LinkProblemProps {
  roomCode: string;
  error: Error;
  /** The link does not exist; a retry will not help. */
  isGone: boolean;
  place: CandidatePlace | null;
  onRetry: () => void;
}

const NOT_FOUND = 'Code share session not found. Please check the link.';
const SERVER_FAULT = 'Something went wrong on our side. Your link is fine.';

/** Shown if a link does not exist or the server failed to open it. */
export function LinkProblem({ roomCode, error, isGone, place, onRetry }: LinkProblemProps) {
  const fallback = isGone ? NOT_FOUND : SERVER_FAULT;
  return (
    <main className={styles.screen}>
      <Wordmark />
      <h1 className={styles.problem}>{isGone ? 'This link doesn’t work' : 'We can’t open this link'}</h1>
      <Notice tone={isGone ? 'bad' : 'warn'}>{isGone ? fallback : messageOf(error, fallback)}</Notice>
      {isGone && (
        <p className={styles.calm}>Did you open the whole link? If so, ask the person who invited you for a new one.</p>
      )}
      {isGone && place && <LeftTextNotice {...{ roomCode, participantId: place.participantId }} />}
      {!isGone && (
        <Button look="primary" onClick={onRetry}>
          Try again
        </Button>
      )}
    </main>
  );
}
