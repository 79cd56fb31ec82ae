import type { Interview } from '@cip/contracts/interviews';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { formatDateTime, formatDuration } from '../../../shared/format.ts';
import { candidateLink } from '../interview-text.ts';
import { CandidateEmail } from './CandidateEmail.tsx';
import styles from './review.module.css';

/** Renders what is known of an interview, apart from its candidate's name, its status, its notes and its code. */
export function Facts({ interview, onChanged }: { interview: Interview; onChanged: () => void }) {
  return (
    <dl className={styles.facts}>
      <dt>Email</dt>
      <dd>
        <CandidateEmail interview={interview} onChanged={onChanged} />
      </dd>
      {factsOf(interview).map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

type Fact = [label: string, value: ReactNode];

function factsOf(interview: Interview): Fact[] {
  const { scheduled_at: scheduledAt, started_at: startedAt, ended_at: endedAt } = interview;
  return [
    ...(scheduledAt ? [['Scheduled For', formatDateTime(scheduledAt)] satisfies Fact] : []),
    ['Started At', formatDateTime(startedAt)],
    ...(endedAt ? [['Ended At', formatDateTime(endedAt)] satisfies Fact] : []),
    ['Duration', formatDuration(startedAt, endedAt)],
    ['Interviewer', interview.interviewer?.name ?? 'N/A'],
    ['Room Code', <code key="room">{interview.room_code}</code>],
    // Text, no link: a click would join as the candidate.
    ['Session Link', <code key="link">{candidateLink(interview.room_code)}</code>],
  ];
}
