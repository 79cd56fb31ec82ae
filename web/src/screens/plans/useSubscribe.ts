import type { Plan } from '@cip/contracts/billing/billing';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useAccountStore } from '../../features/auth/useAccount.ts';
import { subscribeTo } from '../../features/billing/billing.queries.ts';
import { go } from '../../shared/device/location.ts';
import { refreshPlan } from './refresh-plan.ts';
import { useAction } from '../../shared/form/use-action.ts';

/** Subscribes to one plan at a time: a free one opens the dashboard, a paid one its checkout. */
export function useSubscribe() {
  const store = useAccountStore();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { input, problem, start } = useAction({
    run: async (plan: Plan) => {
      const checkout = await subscribeTo(plan);
      if (checkout !== null) return go(checkout);
      await refreshPlan(store, queries);
      await navigate({ to: '/dashboard' });
    },
    failure: () => 'Failed to subscribe. Please try again.',
    leavesPage: true,
  });
  return { subscribing: input?.id ?? null, problem, subscribe: start };
}
