import { useCallback, useEffect, useState } from 'react';
import { momentAddress } from '../../features/playback/replay/moment-address.ts';
import { openPublicStream } from '../../shared/api/download.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { Button } from '../../shared/ui/plain/Button.tsx';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import styles from './playback.module.css';
import { RecordingPage, type RecordingProblemProps } from './RecordingPage.tsx';

/**
 * Returns the token of an address such as `#token&t=754`, or null, because a moment may stand alone. Chats add dots,
 * blanks and zero-width spaces.
 */
function tokenIn(hash: string): string | null {
  return /^#(?!t=)([\w-]+)/.exec(hash)?.[1] ?? null;
}

/** Returns the token of the address. If another link opens in the same tab, only the text behind the `#` changes. */
function useReviewToken(): string {
  const [token, setToken] = useState(() => tokenIn(location.hash) ?? '');
  useEffect(() => {
    const change = () => setToken((before) => tokenIn(location.hash) ?? before);
    addEventListener('hashchange', change);
    return () => removeEventListener('hashchange', change);
  }, []);
  return token;
}

/** Plays an interview to a reader of its review link, who needs no account. */
export function ReviewScreen() {
  const token = useReviewToken();
  const open = useCallback(
    (signal: AbortSignal) => (after: number | null) =>
      openPublicStream('POST /public/review', { body: { token, ...(after !== null && { after }) }, signal }),
    [token],
  );
  return (
    <RecordingPage
      key={token}
      open={open}
      untitled="The candidate"
      Problem={NoReview}
      around={() => ({
        momentHref: (ms) => `#${token}&${momentAddress(ms)}`,
        actions: () => (
          <Button look="quiet" size="sm" onClick={() => print()}>
            Print
          </Button>
        ),
      })}
    />
  );
}

function NoReview({ error, query }: RecordingProblemProps) {
  useDocumentTitle('Review');
  // If a token is cut off, it is refused as malformed.
  const isInvalid = error instanceof ApiError && (error.status === 404 || error.status === 422);
  return (
    <main className={styles.problem} tabIndex={-1}>
      <Wordmark />
      <h1>{isInvalid ? 'This link is not valid' : 'Playback'}</h1>
      {isInvalid ? (
        <p>It has expired, was revoked, or is incomplete. Ask for a new one.</p>
      ) : (
        <LoadFailed query={query}>
          {error instanceof ApiError && error.fromServer ? error.message : 'Failed to load the recording'}
        </LoadFailed>
      )}
    </main>
  );
}
