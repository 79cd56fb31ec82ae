import type { Interview } from '@cip/contracts/interviews/interviews';
import { invitationText } from '@cip/contracts/interviews/plan-text';
import { candidateLink } from '../interview-text.ts';
import { isSentByHand } from '../mail-text.ts';
import { timeZone } from '../schedule-time.ts';
import { CopyButton } from './CopyButton.tsx';
import styles from './review.module.css';

/** Renders the button that copies the invitation if its planner sends it; with the text for a new plan. */
export function Invitation({ interview, isNew }: { interview: Interview; isNew: boolean }) {
  const text = interview.status === 'scheduled' && isSentByHand(interview) ? invitationOf(interview) : null;
  if (text === null) return null;
  return (
    <>
      <CopyButton
        label="Copy invitation"
        text={text}
        copied="Invitation copied to clipboard!"
        failed="Failed to copy the invitation"
      />
      {isNew && (
        <p className={styles.invitation} aria-label="Invitation">
          {text}
        </p>
      )}
    </>
  );
}

/** Returns the invitation of a planned interview for its planner to send; null if it has no time. */
function invitationOf(interview: Interview): string | null {
  const { scheduled_at: scheduledAt, interviewers, company_name: company, minutes, call_link: callLink } = interview;
  if (scheduledAt === null) return null;
  const [first = interview.interviewer_name, ...others] = interviewers.map(({ name }) => name);
  return invitationText({
    company,
    interviewers: [first, ...others],
    candidate: interview.candidate_name ?? 'there',
    scheduledAt,
    timeZone: timeZone(),
    minutes,
    link: candidateLink(interview.room_code),
    callLink,
  });
}
