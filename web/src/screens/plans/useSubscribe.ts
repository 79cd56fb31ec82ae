import type { Plan } from '@cip/contracts/billing';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAccountStore } from '../../features/auth/useAccount.ts';
import { currentSubscriptionQuery, subscribeTo } from '../../features/billing/billing.queries.ts';
import { messageOf } from '../../shared/api/api-error.ts';
import { go } from '../../shared/device/location.ts';

/** Subscribes to one plan at a time: a free one opens the dashboard, a paid one its checkout. */
export function useSubscribe() {
  const store = useAccountStore();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [subscribing, setSubscribing] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    // The browser may restore the page from its back/forward cache after the checkout.
    const shown = ({ persisted }: PageTransitionEvent) => persisted && setSubscribing(null);
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);

  const subscribe = async (plan: Plan) => {
    setSubscribing(plan.id);
    setProblem(null);
    try {
      const checkout = await subscribeTo(plan);
      if (checkout !== null) {
        go(checkout);
        return;
      }
      await Promise.all([store.refresh(), queries.invalidateQueries(currentSubscriptionQuery)]);
      await navigate({ to: '/dashboard' });
    } catch (error) {
      setProblem(messageOf(error, 'Failed to subscribe. Please try again.'));
      setSubscribing(null);
    }
  };
  return { subscribing, problem, subscribe };
}
