import type { Interview } from '@cip/contracts/interviews/interviews';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { isInterviewer } from '../../../shared/device/stored-role.ts';
import { formatDateTime, formatDuration } from '../../../shared/format.ts';
import { ruleText } from '../../../shared/rule-text.ts';
import { candidateLink } from '../interview-text.ts';
import { hasRoomCode } from '../session-key.ts';
import { CallLink } from '../../../shared/ui/CallLink.tsx';
import { CandidateFact } from './CandidateFact.tsx';
import { WaitingRoom } from './WaitingRoom.tsx';
import styles from './review.module.css';

/** Renders what is known of an interview, apart from its status, its notes and its code. */
export function Facts({ interview, onChanged }: { interview: Interview; onChanged: () => void }) {
  const { status, candidate_email: email } = interview;
  const facts: Fact[] = [
    // Afterwards the heading says it: only a planner mistypes it.
    ...(status === 'scheduled'
      ? [['Name', <CandidateFact key="name" {...{ interview, onChanged }} column="candidate_name" />] satisfies Fact]
      : []),
    [
      'Email',
      isInterviewer() || status === 'scheduled' ? (
        <CandidateFact key="email" {...{ interview, onChanged }} column="candidate_email" />
      ) : (
        (email ?? 'No email')
      ),
    ],
    ...(status === 'scheduled' || status === 'active'
      ? [['Waiting room', <WaitingRoom key="waiting" {...{ interview, onChanged }} />] satisfies Fact]
      : []),
    ...factsOf(interview),
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
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
    ...(scheduledAt
      ? [['Scheduled For', `${formatDateTime(scheduledAt)}, ${interview.minutes} minutes`] satisfies Fact]
      : []),
    ['Started At', formatDateTime(startedAt)],
    ...(endedAt ? [['Ended At', formatDateTime(endedAt)] satisfies Fact] : []),
    ['Duration', formatDuration(startedAt, endedAt)],
    ['Interviewer', interviewersOf(interview)],
    ...(interview.template_name ? [['Template', interview.template_name] satisfies Fact] : []),
    ...(interview.call_link ? [['Call', <CallLink key="call" link={interview.call_link} />] satisfies Fact] : []),
    ...(interview.rule ? [['Rule', ruleText(interview.rule)] satisfies Fact] : []),
    ...(hasRoomCode(interview) ? linkFacts(interview) : []),
  ];
}

function linkFacts({ room_code: room }: Interview): Fact[] {
  return [
    ['Room Code', <code key="room">{room}</code>],
    // Text, no link: a click would join as the candidate.
    ['Session Link', <code key="link">{candidateLink(room)}</code>],
  ];
}

/** Returns the names of the interviewers, the one who leads first, or the name of a deleted account. */
function interviewersOf({ interviewers, interviewer }: Interview): string {
  const names = interviewers.map(({ name }) => name);
  return names.length > 0 ? names.join(', ') : (interviewer?.name ?? 'N/A');
}
