import type { Interview } from '@cip/contracts/interviews/interviews';
import type { ReactNode } from 'react';
import styles from './InterviewList.module.css';
import { CopyLink } from '../review/CopyLink.tsx';
import { Candidate, JoinLink, Start, Status, StatusNotes } from './InterviewParts.tsx';
import { hasRoomCode } from '../session-key.ts';

interface InterviewRowsProps {
  title: string;
  interviews: Interview[];
  /** A link beside the title. */
  more?: ReactNode;
  /** Renders more about an interview below its state. */
  note?: (interview: Interview) => ReactNode;
}

/** Renders a few interviews under a title, each with its link; nothing if there are none. */
export function InterviewRows({ title, interviews, more, note }: InterviewRowsProps) {
  if (interviews.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className={styles.title}>
        <h2>{title}</h2>
        {more}
      </div>
      <ul className={styles.cards}>
        {interviews.map((interview) => (
          <li key={interview.id} className={styles.card}>
            <div className={styles.person}>
              <Candidate
                interview={interview}
                none={interview.status === 'completed' ? 'Nobody joined' : 'No candidate yet'}
              />
              <span>{secondLine(interview)}</span>
            </div>
            <div className={styles.brief}>
              <Start interview={interview} />
              <Status interview={interview} />
              <StatusNotes interview={interview} />
              {note?.(interview)}
              <div className={styles.menu}>
                <div>
                  <JoinLink interview={interview} />
                  {interview.status === 'scheduled' && hasRoomCode(interview) && (
                    <CopyLink roomCode={interview.room_code} />
                  )}
                </div>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function secondLine({ candidate_email: email, room_code: room }: Interview): string {
  return email ?? (hasRoomCode({ room_code: room }) ? room : 'No email');
}
