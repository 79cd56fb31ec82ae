import { useQueryClient } from '@tanstack/react-query';
import { useAccountStore } from '../../features/auth/useAccount.ts';
import { cancelPlan, resumePlan, portalAddress } from '../../features/billing/billing.queries.ts';
import { go } from '../../shared/device/location.ts';
import { refreshPlan } from './refresh-plan.ts';
import { useAction } from '../../shared/form/use-action.ts';

type PlanAction = 'cancel' | 'keep' | 'portal';

const FAILURES: Record<PlanAction, string> = {
  cancel: 'Failed to cancel the plan. Please try again.',
  keep: 'Failed to keep the plan. Please try again.',
  portal: 'Failed to open the billing pages. Please try again.',
};

/** Cancels or continues the paid plan, or opens the payment provider's portal; one at a time. */
export function useManagePlan(onSettled: () => void) {
  const store = useAccountStore();
  const queries = useQueryClient();
  const { input, problem, start } = useAction({
    run: async (action: PlanAction) => {
      if (action === 'portal') return go(await portalAddress());
      await (action === 'cancel' ? cancelPlan() : resumePlan());
      await refreshPlan(store, queries);
    },
    failure: (action) => FAILURES[action],
    onSettled,
  });
  return { busy: input, problem, start };
}
