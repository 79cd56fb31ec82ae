import type { Interview } from '@cip/contracts/interviews';
import { formatDateTime, formatDuration } from '../../shared/format.ts';
import { StatusChip } from '../../shared/ui/feedback/StatusChip.tsx';
import { TABLE } from '../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../shared/ui/theme/use-media.ts';
import { INTERVIEW_TONES } from './interview-text.ts';
import styles from './InterviewList.module.css';
import { InterviewMenu } from './InterviewMenu.tsx';
import type { InterviewActions } from './useInterviewActions.ts';

interface RowProps {
  interview: Interview;
  actions: InterviewActions;
}

/** Renders interviews as a table, or as cards on a narrow screen. */
export function InterviewList({ interviews, actions }: { interviews: Interview[]; actions: InterviewActions }) {
  const wide = useMedia(TABLE);
  if (!wide) {
    return (
      <ul className={styles.cards}>
        {interviews.map((interview) => (
          <Card key={interview.id} interview={interview} actions={actions} />
        ))}
      </ul>
    );
  }
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {['Candidate', 'Room Code', 'Status', 'Started At', 'Duration', 'Interviewer', 'Actions'].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {interviews.map((interview) => (
          <Row key={interview.id} interview={interview} actions={actions} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ interview, actions }: RowProps) {
  return (
    <tr>
      <td>
        <Candidate interview={interview} />
      </td>
      <td>
        <code>{interview.room_code}</code>
      </td>
      <td>
        <Status interview={interview} />
      </td>
      <td className={styles.moment}>
        <Start interview={interview} />
      </td>
      <td>{formatDuration(interview.started_at, interview.ended_at)}</td>
      <td className={styles.person}>{interview.interviewer?.name ?? 'N/A'}</td>
      <td className={styles.menu}>
        <InterviewMenu interview={interview} actions={actions} />
      </td>
    </tr>
  );
}

/** Renders an interview as a card. Missing values are left out: without a column head, 'N/A' has no meaning. */
function Card({ interview, actions }: RowProps) {
  const { status, started_at: startedAt, ended_at: endedAt } = interview;
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <Candidate interview={interview} />
        <InterviewMenu interview={interview} actions={actions} />
      </div>
      <div className={styles.cardFacts}>
        <Status interview={interview} />
        {(startedAt !== null || status === 'scheduled') && <Start interview={interview} />}
        {startedAt !== null && endedAt !== null && <span>{formatDuration(startedAt, endedAt)}</span>}
      </div>
      <div className={styles.cardFacts}>
        <code>{interview.room_code}</code>
        <span>{interview.interviewer?.name ?? 'N/A'}</span>
      </div>
    </li>
  );
}

function Candidate({ interview }: { interview: Interview }) {
  return (
    <div className={styles.person}>
      <strong>{interview.candidate_name ?? 'N/A'}</strong>
      <span>{interview.candidate_email ?? 'No email'}</span>
    </div>
  );
}

function Status({ interview }: { interview: Interview }) {
  return <StatusChip tone={INTERVIEW_TONES[interview.status]}>{interview.status.toUpperCase()}</StatusChip>;
}

/** Renders the start of an interview, or its planned start. */
function Start({ interview }: Pick<RowProps, 'interview'>) {
  const { status, scheduled_at: scheduledAt, started_at: startedAt } = interview;
  if (status !== 'scheduled' || scheduledAt === null) return <span>{formatDateTime(startedAt)}</span>;
  return (
    <span className={styles.planned}>
      {formatDateTime(scheduledAt)} <span>Planned</span>
    </span>
  );
}
