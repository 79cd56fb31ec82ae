import type { Interview } from '@cip/contracts/interviews';
import { useQuery } from '@tanstack/react-query';
import { InterviewRows } from '../../features/interviews/InterviewRows.tsx';
import { interviewsQuery } from '../../features/interviews/interviews.queries.ts';
import { TextLink } from '../../shared/ui/TextLink.tsx';

/** Rows of each list: the rest is one click away. */
const ROWS = 3;

/** The interviews that run now, the next ones, and the last ones. */
export function Work() {
  const { data: newest } = useQuery(interviewsQuery(1));
  // A planned interview may be older than the newest page.
  const { data: planned } = useQuery(interviewsQuery(1, 'scheduled'));
  const all = newest?.data ?? [];
  const next = (planned?.data ?? all).filter(({ status }) => status === 'scheduled').toSorted(byStart);
  const past = all.filter(({ status }) => status === 'completed');
  return (
    <>
      <InterviewRows title="Live now" interviews={all.filter(({ status }) => status === 'active')} />
      <InterviewRows title="Next" interviews={next.slice(0, ROWS)} />
      <InterviewRows
        title="Recent"
        interviews={past.slice(0, ROWS)}
        more={<TextLink to="/sessions">All sessions</TextLink>}
      />
    </>
  );
}

function byStart(a: Interview, b: Interview): number {
  return Date.parse(a.scheduled_at ?? '') - Date.parse(b.scheduled_at ?? '');
}
