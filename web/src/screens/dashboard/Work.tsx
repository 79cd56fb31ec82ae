import { useQuery } from '@tanstack/react-query';
import { InterviewRows } from '../../features/interviews/list/InterviewRows.tsx';
import {
  interviewsQuery,
  nextInterviewsQuery,
  runningInterviewsQuery,
} from '../../features/interviews/interviews.queries.ts';
import { TextLink } from '../../shared/ui/TextLink.tsx';

/** Rows of each list, because the rest is one click away. */
const ROWS = 3;

/** The interviews that run now, the next ones, and the last ones. */
export function Work() {
  // Each from the server, because the newest page may have none of them.
  const { data: running = [] } = useQuery(runningInterviewsQuery);
  const { data: next = [] } = useQuery(nextInterviewsQuery);
  const { data: past } = useQuery(interviewsQuery(1, 'completed'));
  return (
    <>
      <InterviewRows title="Live now" interviews={running} />
      <InterviewRows title="Next" interviews={next.slice(0, ROWS)} />
      <InterviewRows
        title="Recent"
        interviews={past?.data.slice(0, ROWS) ?? []}
        more={<TextLink to="/sessions">All sessions</TextLink>}
      />
    </>
  );
}
