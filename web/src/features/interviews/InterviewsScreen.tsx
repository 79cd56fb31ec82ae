import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useFailure } from '../../shared/form/use-failure.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Pager } from '../../shared/ui/Pager.tsx';
import { SearchField } from '../../shared/ui/form/SearchField.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import type { CodeView } from './CodePreview.tsx';
import { matchesCandidate } from './interview-text.ts';
import { InterviewDialogs } from './InterviewDialogs.tsx';
import { InterviewList } from './InterviewList.tsx';
import { interviewsQuery } from './interviews.queries.ts';
import { NoInterviews } from './NoInterviews.tsx';
import { RunningInterviews } from './RunningInterviews.tsx';
import { useInterviewActions } from './useInterviewActions.ts';

export interface InterviewsScreenProps {
  /** Current page, from 1. */
  page: number;
  /** Navigates to a page; `replace` replaces the current history entry. */
  onPage: (page: number, options?: { replace: boolean }) => void;
  CodeView: CodeView;
}

/** Renders the company's interviews. The search covers the loaded page only (spec section 2). */
export function InterviewsScreen({ page, onPage, CodeView }: InterviewsScreenProps) {
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const query = useQuery(interviewsQuery(page));
  const { data } = query;
  // The active interviews are among the newest, whichever page is shown.
  const { data: first } = useQuery(interviewsQuery(1));
  const hasFailed = useFailure(query);
  const actions = useInterviewActions();
  const lastPage = data?.last_page ?? 1;
  useEffect(() => {
    // The last row of the last page was deleted, or the address names a page beyond the last one.
    if (page > lastPage && data !== undefined) onPage(lastPage, { replace: true });
  }, [page, lastPage, data, onPage]);

  const startNew = () => void navigate({ to: '/editor' });
  const shown = data?.data.filter((interview) => matchesCandidate(interview, search)) ?? [];
  return (
    <Page
      title="Interview Sessions"
      back={{ label: 'Dashboard', onClick: () => void navigate({ to: '/dashboard' }) }}
      actions={
        <Button look="primary" onClick={actions.askNew}>
          New Session
        </Button>
      }
    >
      {hasFailed && <LoadFailed query={query}>Failed to load sessions</LoadFailed>}
      {actions.problem !== null && (
        <Notice tone="bad" onDismiss={actions.dismissProblem}>
          {actions.problem}
        </Notice>
      )}
      <RunningInterviews interviews={first?.data.filter(({ id }) => !shown.some((row) => row.id === id)) ?? []} />
      <SearchField placeholder="Search by candidate name or email" value={search} onChange={setSearch} />
      {!data && !hasFailed && <Skeleton rows={6} height={56} />}
      {data && shown.length > 0 && <InterviewList interviews={shown} actions={actions} />}
      {data && shown.length === 0 && <NoInterviews searching={search.trim() !== ''} onStart={startNew} />}
      <Pager page={page} lastPage={lastPage} onPage={onPage} />
      <InterviewDialogs actions={actions} CodeView={CodeView} onStartNew={startNew} />
    </Page>
  );
}
