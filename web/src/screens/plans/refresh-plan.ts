import type { QueryClient } from '@tanstack/react-query';
import type { useAccountStore } from '../../features/auth/useAccount.ts';
import { currentSubscriptionQuery } from '../../features/billing/billing.queries.ts';
import { logProblem } from '../../shared/log.ts';

/** Reloads the company and its plan after a change of it. Never rejects, because the change stands even if this fails. */
export async function refreshPlan(
  store: Pick<ReturnType<typeof useAccountStore>, 'refresh'>,
  queries: QueryClient,
): Promise<void> {
  const company = store
    .refresh()
    .catch((error: unknown) => logProblem('Company refresh failed after a change of plan', error));
  await Promise.all([company, queries.invalidateQueries(currentSubscriptionQuery)]);
}
