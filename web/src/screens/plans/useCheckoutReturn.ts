import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAccountStore } from '../../features/auth/useAccount.ts';
import { currentSubscriptionQuery } from '../../features/billing/billing.queries.ts';
import { CHECKOUT_REDIRECT_MS } from '../../shared/limits.ts';
import { logProblem } from '../../shared/log.ts';

/** After a successful checkout: fetches the company again and goes to the dashboard three seconds later. */
export function useCheckoutReturn(checkout: 'success' | 'cancelled' | undefined): void {
  const store = useAccountStore();
  const navigate = useNavigate();
  const queries = useQueryClient();
  useEffect(() => {
    if (checkout !== 'success') return;
    store.refresh().catch((error: unknown) => logProblem('Company refresh failed after checkout', error));
    void queries.invalidateQueries(currentSubscriptionQuery);
    const timer = setTimeout(() => void navigate({ to: '/dashboard' }), CHECKOUT_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [checkout, store, navigate, queries]);
}
