import type { Interview } from '@cip/contracts/interviews/interviews';
import { useQuery } from '@tanstack/react-query';
import { isOwner, useAccount } from '../../features/auth/useAccount.ts';
import { runningInterviewsQuery } from '../../features/interviews/interviews.queries.ts';
import { ButtonLink } from '../../shared/ui/joy/ButtonLink.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { useDocumentTitle } from '../../shared/ui/use-document-title.ts';
import wait from './EditorWait.module.css';
import { ButtonRow } from '../../shared/ui/ButtonRow.tsx';
import styles from './LimitReached.module.css';

interface LimitReachedProps {
  /** The server's message, which names the limit. */
  message: string;
}

/** Shows the limit of the plan that is reached, and links the running sessions and larger plans. */
export function LimitReached({ message }: LimitReachedProps) {
  const { data: running = [] } = useQuery(runningInterviewsQuery);
  useDocumentTitle('Editor');
  return (
    <main className={wait.problem}>
      <h1 className="visually-hidden">Editor</h1>
      <Notice tone="warn">{message}</Notice>
      {running.length > 0 && <RunningList interviews={running} />}
      <ButtonRow>
        {isOwner(useAccount()) && <ButtonLink to="/subscription-plans">View plans</ButtonLink>}
        <ButtonLink look="quiet" to="/dashboard">
          Dashboard
        </ButtonLink>
      </ButtonRow>
    </main>
  );
}

function RunningList({ interviews }: { interviews: Interview[] }) {
  return (
    <section aria-labelledby="running">
      <h2 id="running">Running now</h2>
      <ul className={styles.running}>
        {interviews.map(({ id, room_code: room, candidate_name: candidate, interviewer_name: interviewer }) => (
          <li key={id}>
            <div>
              <strong>{candidate ?? 'No candidate yet'}</strong>
              <span>
                <code>{room}</code> · {interviewer}
              </span>
            </div>
            <ButtonLink
              size="sm"
              aria-label={`Rejoin the session with ${candidate ?? 'no candidate yet'} (${room})`}
              to="/editor"
              search={{ room }}
            >
              Rejoin
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
