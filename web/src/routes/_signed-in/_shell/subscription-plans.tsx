import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { PlansScreen } from '../../../screens/plans/PlansScreen.tsx';

interface PlansSearch {
  /** Outcome of the external checkout. */
  checkout?: 'success' | 'cancelled' | undefined;
}

export const Route = createFileRoute('/_signed-in/_shell/subscription-plans')({
  // A key that is missing here would keep its value from the address.
  validateSearch: ({ checkout }): PlansSearch => ({
    checkout: checkout === 'success' || checkout === 'cancelled' ? checkout : undefined,
  }),
  component: SubscriptionPlans,
});

function SubscriptionPlans() {
  const navigate = Route.useNavigate();
  const forget = useCallback(() => void navigate({ search: {}, replace: true }), [navigate]);
  return <PlansScreen checkout={Route.useSearch().checkout} onCheckoutRead={forget} />;
}
