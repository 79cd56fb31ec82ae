import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountStore } from '../../features/auth/useAccount.ts';
import {
  cancelPlan,
  currentSubscriptionQuery,
  resumePlan,
  portalAddress,
} from '../../features/billing/billing.queries.ts';
import { messageOf } from '../../shared/api/api-error.ts';
import { go } from '../../shared/device/location.ts';

type Act = 'cancel' | 'keep' | 'portal';

const FALLBACKS: Record<Act, string> = {
  cancel: 'Failed to cancel the plan. Please try again.',
  keep: 'Failed to keep the plan. Please try again.',
  portal: 'Failed to open the billing pages. Please try again.',
};

/** Cancels or continues the paid plan, or opens the payment provider's portal; one at a time. */
export function useManagePlan() {
  const store = useAccountStore();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<Act | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const act = async (name: Act, does: () => Promise<unknown>) => {
    setBusy(name);
    setProblem(null);
    try {
      await does();
      return true;
    } catch (error) {
      setProblem(messageOf(error, FALLBACKS[name]));
      return false;
    } finally {
      setBusy(null);
    }
  };
  const change = (name: Act, call: () => Promise<unknown>) =>
    act(name, async () => {
      await call();
      await Promise.all([store.refresh(), queries.invalidateQueries(currentSubscriptionQuery)]);
    });
  return {
    busy,
    problem,
    cancel: () => change('cancel', cancelPlan),
    keep: () => change('keep', resumePlan),
    openPortal: () => act('portal', async () => go(await portalAddress())),
  };
}
