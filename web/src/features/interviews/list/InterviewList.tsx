import type { Interview } from '@cip/contracts/interviews/interviews';
import { Suspense } from 'react';
import { formatDateTime, formatDuration } from '../../../shared/format.ts';
import { TABLE } from '../../../shared/ui/theme/breakpoints.ts';
import { useMedia } from '../../../shared/ui/theme/use-media.ts';
import styles from './InterviewList.module.css';
import { Candidate, JoinLink, Start, Status, StatusNotes } from './InterviewParts.tsx';
import { InterviewMenu } from './InterviewMenu.tsx';
import type { InterviewMenuProps } from './InterviewMenu.tsx';
import type { ReviewParts } from '../review/review-parts.ts';
import { startOf } from '../interview-text.ts';
import { nearText } from '../near-text.ts';
import { hasRoomCode } from '../session-key.ts';
import { inOrderOfWork } from './work-order.ts';

interface Handlers extends Omit<InterviewMenuProps, 'interview'> {
  CardState: ReviewParts['CardState'];
}

interface ItemProps extends Handlers {
  interview: Interview;
  /** All interviews of the list. */
  listed: Interview[];
}

interface RowProps extends ItemProps {
  columns: string[];
}

/** Narrow screens leave out the columns that the details show. */
const CLASSES: Record<string, string | undefined> = { 'Room Code': styles.room, Interviewer: styles.interviewer };

/** Renders interviews as a table, or as cards on a narrow screen, in the order of work. */
export function InterviewList({ interviews, ...handlers }: Handlers & { interviews: Interview[] }) {
  const wide = useMedia(TABLE);
  const rows = inOrderOfWork(interviews);
  const columns = columnsOf(rows);
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
            {columns.map((column) => (
              <th key={column} scope="col" className={CLASSES[column]}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((interview) => (
            <Row key={interview.id} interview={interview} listed={interviews} columns={columns} {...handlers} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the columns of the table, without a column that would be empty. */
function columnsOf(interviews: Interview[]): string[] {
  return [
    'Candidate',
    ...(interviews.some(hasRoomCode) ? ['Room Code'] : []),
    'Status',
    'Started At',
    'Duration',
    ...(interviews.some((interview) => interviewerOf(interview) !== null) ? ['Interviewer'] : []),
    'Actions',
  ];
}

/** Returns the name of an interview's interviewer; null if it is the company's, which needs no mention. */
function interviewerOf({ interviewer, company_name: company }: Interview): string | null {
  return interviewer === null || interviewer.name === company ? null : interviewer.name;
}

function Row({ columns, ...props }: RowProps) {
  const { interview, listed, CardState } = props;
  const { candidate_email: email, started_at: startedAt, ended_at: endedAt } = interview;
  return (
    <tr className={styles.row}>
      <td className={styles.person}>
        <Candidate interview={interview} />
        <span title={email ?? undefined}>{email ?? 'No email'}</span>
      </td>
      {columns.includes('Room Code') && (
        <td className={styles.room}>{hasRoomCode(interview) && <code>{interview.room_code}</code>}</td>
      )}
      <td className={styles.status}>
        <Status interview={interview} />
        <StatusNotes interview={interview} />
        <Suspense>{interview.status === 'completed' && <CardState interview={interview} listed={listed} />}</Suspense>
      </td>
      <td>
        <Start interview={interview} />
      </td>
      <td data-none={startedAt === null || endedAt === null}>{formatDuration(startedAt, endedAt)}</td>
      {columns.includes('Interviewer') && (
        <td className={styles.interviewer} title={interviewerOf(interview) ?? undefined}>
          {interviewerOf(interview)}
        </td>
      )}
      <td className={styles.menu}>
        <div>
          <JoinLink interview={interview} />
          <InterviewMenu {...props} />
        </div>
      </td>
    </tr>
  );
}

/** Renders an interview as a card of two lines; the details have the rest. */
function Card(props: ItemProps) {
  const { interview, listed, CardState } = props;
  return (
    <li className={styles.card}>
      <div className={styles.who}>
        <Candidate interview={interview} none={interview.candidate_email ?? 'N/A'} />
        <Status interview={interview} />
      </div>
      <div className={styles.menu}>
        <div>
          <JoinLink interview={interview} />
          <InterviewMenu {...props} />
        </div>
      </div>
      <div className={styles.cardFacts}>
        <StatusNotes interview={interview} />
        <Times interview={interview} />
        <Suspense>{interview.status === 'completed' && <CardState interview={interview} listed={listed} />}</Suspense>
      </div>
    </li>
  );
}

/**
 * Renders when an interview is and how long it took. Missing values are left out, because a card has no column heads.
 */
function Times({ interview }: { interview: Interview }) {
  const { status, started_at: startedAt, ended_at: endedAt } = interview;
  const start = startOf(interview);
  const texts = [
    ...(start === null ? [] : [status === 'cancelled' ? formatDateTime(start) : nearText(start)]),
    ...(startedAt === null || endedAt === null ? [] : [formatDuration(startedAt, endedAt)]),
  ];
  if (texts.length === 0) return null;
  return <span title={formatDateTime(start)}>{texts.join(' · ')}</span>;
}
