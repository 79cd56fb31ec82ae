import type { Interview } from '@cip/contracts/interviews/interviews';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../../shared/format.ts';
import { isInterviewer } from '../../../shared/device/stored-role.ts';
import { StatusChip } from '../../../shared/ui/feedback/StatusChip.tsx';
import { ButtonLink } from '../../../shared/ui/joy/ButtonLink.tsx';
import { TextLink } from '../../../shared/ui/TextLink.tsx';
import styles from './InterviewList.module.css';
import { INTERVIEW_TONES, isDeclined, startOf } from '../interview-text.ts';
import { waitingQuery } from '../interviews.queries.ts';
import { nearText } from '../near-text.ts';
import { sessionKey } from '../session-key.ts';

interface PartProps {
  interview: Interview;
}

interface CandidateProps extends PartProps {
  /** Shown without a name. */
  none?: string;
}

/** Renders the candidate's name as a link to the details, which covers the whole row. */
export function Candidate({ interview, none = 'N/A' }: CandidateProps) {
  const { candidate_name: name } = interview;
  const session = sessionKey(interview);
  return (
    <TextLink
      to="/sessions"
      search={(old) => ({ ...old, session })}
      state={{ isOpened: true }}
      resetScroll={false}
      className={styles.link}
      data-none={name === null}
      title={name ?? 'Nobody joined'}
    >
      {name ?? none}
    </TextLink>
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

/** Renders the status of an interview. */
export function Status({ interview: { status } }: PartProps) {
  return <StatusChip tone={INTERVIEW_TONES[status]}>{status.toUpperCase()}</StatusChip>;
}

/** Renders a note if the candidate cannot make the planned time, and one if candidates wait. */
export function StatusNotes({ interview }: PartProps) {
  return (
    <>
      {isDeclined(interview) && <StatusChip tone="bad">Can’t make it</StatusChip>}
      {interview.status === 'active' && isInterviewer() && <Waits interviewId={interview.id} />}
    </>
  );
}

/** Renders a note if candidates wait to be admitted to an interview, otherwise nothing. */
function Waits({ interviewId }: { interviewId: string }) {
  const { data = [] } = useQuery(waitingQuery);
  const count = data.find(({ interview_id: id }) => id === interviewId)?.waiting_count ?? 0;
  if (count === 0) return null;
  return (
    <StatusChip tone="warn">{count === 1 ? 'Candidate is waiting' : `${count} candidates are waiting`}</StatusChip>
  );
}

/** Renders how far away the start of an interview is, or its planned start, over the date. */
export function Start({ interview }: PartProps) {
  const moment = startOf(interview);
  const date = formatDateTime(moment);
  // For a cancelled one nothing is near.
  if (moment === null || interview.status === 'cancelled')
    return (
      <span className={styles.start} data-none={moment === null}>
        {date}
      </span>
    );
  return (
    <span className={styles.start} title={date}>
      {nearText(moment)} <span>{date}</span>
    </span>
  );
}
