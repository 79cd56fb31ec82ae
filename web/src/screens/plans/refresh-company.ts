import type { useAccountStore } from '../../features/auth/useAccount.ts';
import { logProblem } from '../../shared/log.ts';

/** Reloads the company after a change of its plan. Never rejects, because the change stands even if this fails. */
export async function refreshCompany(store: Pick<ReturnType<typeof useAccountStore>, 'refresh'>): Promise<void> {
  await store.refresh().catch((error: unknown) => logProblem('Company refresh failed after a change of plan', error));
}
