import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { listedData } from '../../shared/api/listed-data.ts';
import { useLastPage } from '../../shared/api/use-last-page.ts';
import { isInterviewer } from '../../shared/device/stored-role.ts';
import { useFailure } from '../../shared/form/use-failure.ts';
import { Button } from '../../shared/ui/joy/Button.tsx';
import { LoadFailed } from '../../shared/ui/feedback/LoadFailed.tsx';
import { ActionProblem } from './ActionProblem.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Pager } from '../../shared/ui/Pager.tsx';
import { SearchField } from '../../shared/ui/joy/SearchField.tsx';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { matchesCandidate } from './interview-text.ts';
import { InterviewList } from './list/InterviewList.tsx';
import { interviewsQuery, runningInterviewsQuery } from './interviews.queries.ts';
import type { ReviewParts } from './review/review-parts.ts';
import { RunningInterviews } from './list/RunningInterviews.tsx';
import { SessionReview } from './SessionReview.tsx';
import { sessionKey } from './session-key.ts';
import { StatusFilter } from './list/StatusFilter.tsx';
import { useInterviewActions } from './useInterviewActions.ts';
import { useSessionAddress } from './useSessionAddress.ts';

// Lazy, because their actions need the server.
const InterviewDialogs = lazyPart(async () => (await import('./InterviewDialogs.tsx')).InterviewDialogs);

// Lazy, because most lists have sessions.
const NoInterviews = lazyPart(async () => (await import('./list/NoInterviews.tsx')).NoInterviews);

export interface InterviewsScreenProps {
  /** Current page, from 1. */
  page: number;
  /** Navigates to a page; `replace` replaces the current history entry. */
  onPage: (page: number, options?: { replace: boolean }) => void;
  parts: ReviewParts;
}

/** Renders the company's interviews. The search covers the loaded page only (spec section 2). */
export function InterviewsScreen({ page, onPage, parts }: InterviewsScreenProps) {
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const address = useSessionAddress();
  const { status } = address;
  const query = useQuery(interviewsQuery(page, status));
  const { data: running = [], isLoading } = useQuery(runningInterviewsQuery);
  // Shown together, because a running session that the page does not list stands above it.
  const data = isLoading ? undefined : listedData(query);
  const hasFailed = useFailure(query);
  const actions = useInterviewActions(address.close);
  const lastPage = useLastPage(query, page, onPage);
  useEffect(() => void InterviewDialogs.preload(), []);
  const planNew = useEffectEvent(() => {
    actions.askPlan(address.templateId);
    address.forget();
  });
  useEffect(() => {
    if (address.isPlanning) planNew();
  }, [address.isPlanning]);
  const shown = data?.data.filter((interview) => matchesCandidate(interview, search)) ?? [];
  return (
    <Page
      title="Interview Sessions"
      actions={
        <>
          {isInterviewer() && (
            <Suspense>
              <parts.OpenCards />
            </Suspense>
          )}
          <Button look="primary" onClick={actions.askNew}>
            New Session
          </Button>
        </>
      }
    >
      {hasFailed && <LoadFailed query={query}>Failed to load sessions</LoadFailed>}
      {address.session === undefined && <ActionProblem actions={actions} />}
      <SessionReview listed={data?.data} address={address} actions={actions} parts={parts} />
      <RunningInterviews
        interviews={!data && !hasFailed ? [] : running.filter(({ id }) => !shown.some((row) => row.id === id))}
      />
      <div>
        <SearchField placeholder="Search by candidate name or email" value={search} onChange={setSearch} />
        <StatusFilter />
      </div>
      {!data && !hasFailed && <Skeleton rows={8} height={45} />}
      {data && shown.length > 0 && (
        <InterviewList interviews={shown} actions={actions} onDetails={address.open} CardState={parts.CardState} />
      )}
      <Suspense>
        {data && shown.length === 0 && <NoInterviews searching={search.trim() !== ''} status={status} />}
      </Suspense>
      <Pager page={page} lastPage={lastPage} onPage={onPage} />
      <Suspense>
        {actions.open !== null && (
          <InterviewDialogs
            actions={actions}
            onStartNew={(template) => void navigate({ to: '/editor', search: { template } })}
            onScheduled={(interview) => {
              actions.close();
              void actions.refresh();
              address.open(sessionKey(interview), { isNew: true });
            }}
          />
        )}
      </Suspense>
    </Page>
  );
}
