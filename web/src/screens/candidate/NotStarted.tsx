import type { PublicInterview } from '@cip/contracts/interviews';
import { useEffect } from 'react';
import { formatDateTime } from '../../shared/format.ts';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import { ReadinessPlace } from '../readiness/ReadinessPlace.tsx';
import styles from './candidate.module.css';
import { Expectations } from './Expectations.tsx';

/** How often a waiting page looks whether the interview has begun, in milliseconds. */
const LOOK_EVERY_MS = 5_000;

/** What a candidate sees before the start; the page goes on by itself once the interview begins. */
export function NotStarted({ interview, look }: { interview: PublicInterview; look: () => unknown }) {
  useEffect(() => {
    const now = () => void (document.hidden || look());
    const timer = setInterval(now, LOOK_EVERY_MS);
    // A page in the background rests; who comes back to it should not wait.
    document.addEventListener('visibilitychange', now);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', now);
    };
  }, [look]);

  const { company_name: company, interviewer_name: interviewer, scheduled_at: planned } = interview;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');
  return (
    <main className={styles.screen}>
      <Wordmark />
      <div>
        <h1>{company}</h1>
        <p className={styles.lead} role="status">
          Your interview with <strong>{interviewer}</strong> has not started yet.
        </p>
      </div>
      {planned !== null && (
        <p className={styles.planned}>
          <time dateTime={planned}>{formatDateTime(planned)}</time>
          <span>{zone}, the time zone of this device</span>
        </p>
      )}
      <p className={styles.calm}>You are in the right place. Keep this page open: it goes on by itself.</p>
      <ReadinessPlace />
      <Expectations />
    </main>
  );
}
