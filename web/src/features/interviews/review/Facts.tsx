import type { Interview } from '@cip/contracts/interviews/interviews';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { isInterviewer } from '../../../shared/device/stored-role.ts';
import { formatDateTime, formatDuration } from '../../../shared/format.ts';
import { COMPLETION_TEXTS, ruleText } from '../../../shared/rule-text.ts';
import { candidateLink } from '../interview-text.ts';
import { hasRoomCode } from '../session-key.ts';
import { CallLink } from '../../../shared/ui/CallLink.tsx';
import { CandidateFact } from './CandidateFact.tsx';
import { RuleChange } from './RuleChange.tsx';
import { WaitingRoom } from './WaitingRoom.tsx';
import styles from './review.module.css';

/** Renders the facts of an interview, apart from its status, its notes and its code. */
export function Facts({ interview, onChanged }: { interview: Interview; onChanged: () => Promise<unknown> }) {
  const { status, candidate_email: email } = interview;
  const facts: Fact[] = [
    // Only if it is planned, because only a planner mistypes it; later the heading shows it.
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
    ...(status === 'scheduled' ? [] : timesOf(interview)),
    ...factsOf(interview),
    ...ruleFact(interview, onChanged),
    ...(hasRoomCode(interview) ? linkFacts(interview) : []),
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

/** The times of an interview; if it is scheduled, its times stand above its facts. */
function timesOf({ scheduled_at: scheduledAt, started_at: startedAt, ended_at: endedAt, minutes }: Interview): Fact[] {
  return [
    ...(scheduledAt ? [['Scheduled For', `${formatDateTime(scheduledAt)}, ${minutes} min`] satisfies Fact] : []),
    ['Started At', formatDateTime(startedAt)],
    ...(endedAt ? [['Ended At', formatDateTime(endedAt)] satisfies Fact] : []),
    ['Duration', formatDuration(startedAt, endedAt)],
  ];
}

function factsOf(interview: Interview): Fact[] {
  const { template_name: template, call_link: link, status } = interview;
  const isOver = status === 'completed' || status === 'cancelled';
  return [
    ['Interviewer', interviewersOf(interview)],
    ...(template ? [['Template', template] satisfies Fact] : []),
    ...(link && !isOver ? [['Call', <CallLink key="call" link={link} />] satisfies Fact] : []),
  ];
}

function ruleFact(interview: Interview, onChanged: () => Promise<unknown>): Fact[] {
  const { rule, completion, status } = interview;
  // A node of an earlier release sends none.
  const editor = COMPLETION_TEXTS[completion] ?? '';
  const text = [rule ? [ruleText(rule)] : [], editor || []].flat().join(' · ');
  if (status !== 'scheduled' || !isInterviewer()) return text === '' ? [] : [['AI rule', text]];
  return [
    [
      'AI rule',
      <span key="rule" className={styles.value}>
        {text || 'No rule'}
        <RuleChange interview={interview} onChanged={onChanged} />
      </span>,
    ],
  ];
}

function linkFacts({ room_code: room, status }: Interview): Fact[] {
  return [
    ['Room Code', <code key="room">{room}</code>],
    // Text and no link, because a click would join as the candidate. Before the session it stands beside the plan.
    ...(status === 'scheduled' ? [] : [['Session Link', <code key="link">{candidateLink(room)}</code>] satisfies Fact]),
  ];
}

/** Returns the names of the interviewers, the leading one first, or the name of a deleted account. */
function interviewersOf({ interviewers, interviewer }: Interview): string {
  const names = interviewers.map(({ name }) => name);
  return names.length > 0 ? names.join(', ') : (interviewer?.name ?? 'N/A');
}
