import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { InterviewRows } from '../../features/interviews/list/InterviewRows.tsx';
import {
  interviewsQuery,
  nextInterviewsQuery,
  runningInterviewsQuery,
} from '../../features/interviews/interviews.queries.ts';
import { useFailure } from '../../shared/form/use-failure.ts';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';

// Lazy, because only ended interviews have scorecards.
const CardState = lazyPart(async () => (await import('../scorecards/CardState.tsx')).CardState);

/** Rows of each list, because the rest is one click away. */
const ROWS = 3;

/** The interviews that run now, the next ones, and the last ones. */
export function Work() {
  // Each from the server, because the newest page may have none of them.
  const running = useQuery(runningInterviewsQuery);
  const next = useQuery(nextInterviewsQuery);
  const past = useQuery(interviewsQuery(1, 'completed'));
  const recent = past.data?.data.slice(0, ROWS) ?? [];
  const isMissing = [useFailure(running), useFailure(next), useFailure(past)];
  const missing = [running, next, past].find((_, index) => isMissing[index]);
  return (
    <>
      {missing && <LoadFailed query={missing}>Failed to load sessions</LoadFailed>}
      <InterviewRows title="Live now" interviews={running.data ?? []} />
      <InterviewRows title="Next" interviews={next.data?.slice(0, ROWS) ?? []} />
      <InterviewRows
        title="Recent"
        interviews={recent}
        note={(interview) => (
          <Suspense>
            <CardState interview={interview} listed={recent} />
          </Suspense>
        )}
        more={<TextLink to="/sessions">All sessions</TextLink>}
      />
    </>
  );
}
