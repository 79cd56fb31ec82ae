import type { PublicInterview } from '@cip/contracts/interviews/public-interviews';
import { useEffect } from 'react';
import { otherInterviewer } from '../../prejoin/card-texts.ts';
import { PUBLIC_BASE } from '../../shared/api/api-client.ts';
import { callHost } from '../../shared/ui/CallLink.tsx';
import { ButtonLink } from '../../shared/ui/plain/ButtonLink.tsx';
import { buttonStyle } from '../../shared/ui/plain/button-style.ts';
import { RuleLine } from '../../shared/ui/RuleLine.tsx';
import { classes } from '../../shared/ui/theme/classes.ts';
import { Wordmark } from '../../shared/ui/Wordmark.tsx';
import card from '../before-room/candidate.module.css';
import { Expectations } from '../before-room/Expectations.tsx';
import { ReadinessPlace } from '../before-room/ReadinessPlace.tsx';
import { prepareRoom } from './candidate-room.ts';
import { Decline, Declined } from './Decline.tsx';
import styles from './not-started.module.css';
import { PlannedTime } from './PlannedTime.tsx';

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
  return (
    <main className={classes(card.screen, styles.screen)}>
      <Wordmark />
      <div>
        <h1>
          <small>Your coding interview with</small> <span>{company}</span>
        </h1>
        <p className={card.lead} role="status">
          {interviewer === '' ? (
            'Your interview has not started yet.'
          ) : (
            <>
              Your interview with <strong>{interviewer}</strong> has not started yet.
            </>
          )}
        </p>
      </div>
      {planned !== null && <PlannedTime interview={interview} planned={planned} />}
      <Declined interview={interview} />
      <Ways interview={interview} />
      <p className={card.calm}>You’re in the right place. Keep this page open and we’ll let you in when it starts.</p>
      <RuleLine rule={interview.rule} completion={interview.completion} />
      <ReadinessPlace prepare={prepareRoom} />
      <Expectations interview={interview} />
      <Decline interview={interview} onDeclined={look} />
    </main>
  );
}

/** Renders what a candidate can do before the start, as buttons of one size. */
function Ways({
  interview: { room_code: room, scheduled_at: planned, call_link: call },
}: {
  interview: PublicInterview;
}) {
  const host = callHost(call);
  const style = buttonStyle({ look: 'secondary', size: 'lg' });
  return (
    <div className={styles.ways}>
      {planned !== null && (
        <a {...style} href={`${PUBLIC_BASE}/public/session/${room}/calendar`} download="interview.ics">
          Add to calendar
        </a>
      )}
      {/* In another tab, because this page lets the candidate in when it starts. */}
      <ButtonLink size="lg" to="/try" target="_blank" rel="noopener">
        Try the editor
      </ButtonLink>
      {call !== null && host !== null && (
        <a {...style} href={call} target="_blank" rel="noopener noreferrer" aria-label={`Join the call at ${host}`}>
          Join the call
        </a>
      )}
    </div>
  );
}
