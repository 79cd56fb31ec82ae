import type { Account } from '@cip/contracts/accounts/auth';
import type { PlanUsage } from '@cip/contracts/billing/billing';
import type { UseQueryResult } from '@tanstack/react-query';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isManager } from '../../features/auth/useAccount.ts';
import { call } from '../../shared/api/api-client.ts';
import { useReachability } from '../../shared/api/reachability.ts';
import { dismissedSteps, storeDismissedSteps } from './dismissed-steps.ts';

export type StepName = 'room' | 'question' | 'colleague';

/** Sessions with which a company tries the product; one with more has worked. */
const TRIED_MAX = 2;

/** How many questions the company has. */
const countQuery = queryOptions({
  queryKey: ['questions', 'count'],
  queryFn: async () => (await call('GET /questions', { query: { page: 1 } })).total,
  staleTime: 0,
});

interface FirstSteps {
  account: Account;
  sessions: Pick<UseQueryResult<{ total: number }>, 'data' | 'isLoading'>;
  current: Pick<UseQueryResult<{ usage: PlanUsage }>, 'data' | 'isLoading'>;
}

/**
 * Returns the steps that a new company has not done and this account has not dismissed, for who manages it; undefined
 * while that loads, so that they push nothing down.
 */
export function useFirstSteps({ account, sessions, current }: FirstSteps) {
  const isAway = useReachability() === 'unreachable';
  const [dismissed, setDismissed] = useState(() => dismissedSteps(account));
  const total = sessions.data?.total;
  const isFor = isManager(account) && account.company.subscription_status === 'active';
  const isNew = isFor && total !== undefined && total <= TRIED_MAX;
  const questions = useQuery({ ...countQuery, enabled: isNew });
  const isLoading = sessions.isLoading || (isNew && (current.isLoading || questions.isLoading));
  // What is unknown is not offered.
  const isLeft: Record<StepName, boolean> = {
    room: total === 0,
    question: questions.data === 0,
    colleague: current.data?.usage.interviewers === 0,
  };
  const left = (['room', 'question', 'colleague'] as const).filter((step) => isLeft[step] && !dismissed.includes(step));
  const dismiss = (step: StepName) => {
    setDismissed([...dismissed, step]);
    storeDismissedSteps(account, [...dismissed, step]);
  };
  if (isFor && isLoading && !isAway) return { steps: undefined, dismiss };
  return { steps: isNew ? left : [], dismiss };
}
