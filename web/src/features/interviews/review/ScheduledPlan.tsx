import type { Interview } from '@cip/contracts/interviews/interviews';
import { isInterviewer } from '../../../shared/device/stored-role.ts';
import { relativeTime } from '../../../shared/relative-time.ts';
import { candidateLink } from '../interview-text.ts';
import { PlanChange } from '../plan/PlanChange.tsx';
import { dayText, hoursText } from '../schedule-time.ts';
import { hasRoomCode } from '../session-key.ts';
import { AddToCalendar } from './AddToCalendar.tsx';
import { CopyLink } from './CopyLink.tsx';
import { Invitation } from './Invitation.tsx';
import { ButtonRow } from '../../../shared/ui/ButtonRow.tsx';
import styles from './review.module.css';

interface ScheduledPlanProps {
  interview: Interview;
  /** Whether it was scheduled a moment ago. */
  isNew: boolean;
  onChanged: () => Promise<unknown>;
}

/** Renders a session's planned time, and the candidate's link to it. */
export function ScheduledPlan({ interview, isNew, onChanged }: ScheduledPlanProps) {
  const { id, scheduled_at: start, minutes, room_code: room } = interview;
  return (
    <div className={styles.plan}>
      {start !== null && (
        <p className={styles.when}>
          <time dateTime={start}>
            {dayText(start)}
            <br />
            {hoursText(start, minutes)}
          </time>
          <span>{relativeTime(start)}</span>
        </p>
      )}
      <ButtonRow>
        <PlanChange interview={interview} onChanged={onChanged} />
        {isInterviewer() && <AddToCalendar interviewId={id} />}
      </ButtonRow>
      {hasRoomCode(interview) && (
        <section className={styles.link} aria-labelledby="session-link">
          <h3 id="session-link">Candidate link</h3>
          {/* Text and no link, because a click would join as the candidate. */}
          <code>{candidateLink(room)}</code>
          <ButtonRow>
            <CopyLink roomCode={room} />
            <Invitation interview={interview} isNew={isNew} />
          </ButtonRow>
        </section>
      )}
    </div>
  );
}
