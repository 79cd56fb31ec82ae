import type { Interview } from '@cip/contracts/interviews/interviews';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../shared/format.ts';
import { relativeTime } from '../../../shared/relative-time.ts';
import { isInterviewer } from '../../../shared/device/stored-role.ts';
import { StatusChip } from '../../../shared/ui/feedback/StatusChip.tsx';
import { ButtonLink } from '../../../shared/ui/joy/ButtonLink.tsx';
import { TextLink } from '../../../shared/ui/TextLink.tsx';
import styles from './InterviewList.module.css';
import { INTERVIEW_TONES, isDeclined } from '../interview-text.ts';
import { waitingQuery } from '../interviews.queries.ts';
import { sessionKey } from '../session-key.ts';

interface PartProps {
  interview: Interview;
}

interface CandidateProps extends PartProps {
  /** Shown without a name and without an email. */
  none?: { name: string; email: string };
}

/** Renders the candidate as a link to the details, which covers the whole row. */
export function Candidate({ interview, none = { name: 'N/A', email: 'No email' } }: CandidateProps) {
  const { candidate_name: name, candidate_email: email } = interview;
  const session = sessionKey(interview);
  return (
    <>
      <TextLink
        to="/sessions"
        search={(old) => ({ ...old, session })}
        state={{ isOpened: true }}
        resetScroll={false}
        className={styles.link}
        data-none={name === null}
        title={name ?? 'Nobody joined'}
      >
        {name ?? none.name}
      </TextLink>
      <span title={email ?? undefined}>{email ?? none.email}</span>
    </>
  );
}

/** Renders the link to the room of an active interview. */
export function JoinLink({ interview }: PartProps) {
  const { status, room_code: room, candidate_name: name } = interview;
  if (status !== 'active' || !isInterviewer()) return null;
  return (
    <ButtonLink to="/editor" search={{ room }} size="sm" aria-label={`Join the session with ${name ?? room}`}>
      Join
    </ButtonLink>
  );
}

/** Renders the status of an interview, and a note if its candidate cannot make the planned time. */
export function Status({ interview }: PartProps) {
  const { status } = interview;
  return (
    <>
      <StatusChip tone={INTERVIEW_TONES[status]}>{status.toUpperCase()}</StatusChip>
      {isDeclined(interview) && <StatusChip tone="bad">Can’t make it</StatusChip>}
      {status === 'active' && isInterviewer() && <Waits interviewId={interview.id} />}
    </>
  );
}

/** Renders a note if candidates wait to be admitted to an interview, otherwise nothing. */
function Waits({ interviewId }: { interviewId: string }) {
  const { data = [] } = useQuery(waitingQuery);
  const count = data.find(({ interview_id: id }) => id === interviewId)?.waiting_count ?? 0;
  if (count === 0) return null;
  return <StatusChip tone="warn">{count === 1 ? 'Candidate waits' : `${count} candidates wait`}</StatusChip>;
}

/** Renders the start of an interview, or its planned start, and how far away it is. */
export function Start({ interview }: PartProps) {
  const { status, scheduled_at: scheduledAt, started_at: startedAt } = interview;
  // A cancelled one never started.
  const isPlanned = (status === 'scheduled' || status === 'cancelled') && scheduledAt !== null;
  const moment = isPlanned ? scheduledAt : startedAt;
  return (
    <span className={styles.start}>
      {formatDateTime(moment)}{' '}
      {moment !== null && (
        <span>
          {isPlanned && 'Planned, '}
          {relativeTime(moment)}
        </span>
      )}
    </span>
  );
}
