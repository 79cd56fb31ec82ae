import type { PublicInterview } from '@cip/contracts/interviews/interviews';
import { useEffect } from 'react';
import { otherInterviewer } from '../../prejoin/card-texts.ts';
import { PUBLIC_BASE } from '../../shared/api/api-client.ts';
import { formatDateTime } from '../../shared/format.ts';
import { CallLink } from '../../shared/ui/CallLink.tsx';
import { RuleLine } from '../../shared/ui/RuleLine.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import { ReadinessPlace } from '../before-room/ReadinessPlace.tsx';
import styles from '../before-room/candidate.module.css';
import { prepareRoom } from './candidate-room.ts';
import { Decline } from './Decline.tsx';
import { Expectations } from '../before-room/Expectations.tsx';

/** How often a waiting page polls for the start of the interview (ms). */
const POLL_EVERY_MS = 5_000;

/** Shown before the start. Joins once the interview starts. */
export function NotStarted({ interview, look }: { interview: PublicInterview; look: () => unknown }) {
  useEffect(() => {
    const now = () => void (document.hidden || look());
    const timer = setInterval(now, POLL_EVERY_MS);
    // A hidden page does not poll; if the user returns to it, it polls immediately.
    document.addEventListener('visibilitychange', now);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', now);
    };
  }, [look]);

  const { company_name: company, scheduled_at: planned } = interview;
  const interviewer = otherInterviewer(interview);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');
  return (
    <main className={styles.screen}>
      <Wordmark />
      <div>
        <h1>{company}</h1>
        <p className={styles.lead} role="status">
          {interviewer === '' ? (
            'Your interview has not started yet.'
          ) : (
            <>
              Your interview with <strong>{interviewer}</strong> has not started yet.
            </>
          )}
        </p>
      </div>
      {planned !== null && (
        <p className={styles.planned}>
          <time dateTime={planned}>{formatDateTime(planned)}</time>
          <span>{zone}, the time zone of this device</span>
          <span>{interview.minutes} minutes</span>
          <a href={`${PUBLIC_BASE}/public/session/${interview.room_code}/calendar`} download="interview.ics">
            Add to calendar
          </a>
        </p>
      )}
      <RuleLine rule={interview.rule} />
      <CallLink link={interview.call_link} />
      <p className={styles.calm}>You’re in the right place. Keep this page open and we’ll let you in when it starts.</p>
      <p>
        {/* In another tab, because this page lets the candidate in when it starts. */}
        <TextLink to="/try" target="_blank" rel="noopener">
          Try the editor
        </TextLink>
      </p>
      <Decline interview={interview} onDeclined={look} />
      <ReadinessPlace prepare={prepareRoom} />
      <Expectations interview={interview} />
    </main>
  );
}
