import type { Interview } from '@cip/contracts/interviews/interviews';
import { Suspense } from 'react';
import { formatDuration } from '../../../shared/format.ts';
import { TABLE } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import styles from './InterviewList.module.css';
import { Candidate, JoinLink, Start, Status } from './InterviewParts.tsx';
import { InterviewMenu } from './InterviewMenu.tsx';
import type { InterviewMenuProps } from './InterviewMenu.tsx';
import type { ReviewParts } from '../review/review-parts.ts';
import { hasRoomCode } from '../session-key.ts';

interface Handlers extends Omit<InterviewMenuProps, 'interview'> {
  CardState: ReviewParts['CardState'];
}

interface RowProps extends Handlers {
  interview: Interview;
  /** All interviews of the list. */
  listed: Interview[];
}

/** Columns of the table. Narrow screens leave out the columns that the details show. */
const COLUMNS = ['Candidate', 'Room Code', 'Status', 'Started At', 'Duration', 'Interviewer', 'Actions'];

/** Renders interviews as a table, or as cards on a narrow screen; the active ones first. */
export function InterviewList({ interviews, ...handlers }: Handlers & { interviews: Interview[] }) {
  const wide = useMedia(TABLE);
  const isActive = ({ status }: Interview) => status === 'active';
  const rows = [...interviews.filter(isActive), ...interviews.filter((interview) => !isActive(interview))];
  if (!wide) {
    return (
      <ul className={styles.cards}>
        {rows.map((interview) => (
          <Card key={interview.id} interview={interview} listed={interviews} {...handlers} />
        ))}
      </ul>
    );
  }
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((interview) => (
            <Row key={interview.id} interview={interview} listed={interviews} {...handlers} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row(props: RowProps) {
  const { interview, listed, CardState } = props;
  return (
    <tr className={styles.row}>
      <td className={styles.person}>
        <Candidate interview={interview} />
      </td>
      <td>{hasRoomCode(interview) ? <code>{interview.room_code}</code> : 'Hidden'}</td>
      <td>
        <Status interview={interview} />
        <Suspense>{interview.status === 'completed' && <CardState interview={interview} listed={listed} />}</Suspense>
      </td>
      <td className={styles.moment}>
        <Start interview={interview} />
      </td>
      <td>{formatDuration(interview.started_at, interview.ended_at)}</td>
      <td className={styles.interviewer} title={interview.interviewer?.name}>
        {interview.interviewer?.name ?? 'N/A'}
      </td>
      <td className={styles.menu}>
        <div>
          <JoinLink interview={interview} />
          <InterviewMenu {...props} />
        </div>
      </td>
    </tr>
  );
}

/** Renders an interview as a card. Missing values are left out, because without a column head 'N/A' has no meaning. */
function Card(props: RowProps) {
  const { interview, listed, CardState } = props;
  const { status, started_at: startedAt, ended_at: endedAt } = interview;
  return (
    <li className={styles.card}>
      <div className={styles.person}>
        <Candidate interview={interview} />
      </div>
      <div className={styles.menu}>
        <div>
          <JoinLink interview={interview} />
          <InterviewMenu {...props} />
        </div>
      </div>
      <div className={styles.cardFacts}>
        <Status interview={interview} />
        {(startedAt ?? interview.scheduled_at) !== null && <Start interview={interview} />}
        {startedAt !== null && endedAt !== null && <span>{formatDuration(startedAt, endedAt)}</span>}
        <Suspense>{status === 'completed' && <CardState interview={interview} listed={listed} />}</Suspense>
      </div>
    </li>
  );
}
