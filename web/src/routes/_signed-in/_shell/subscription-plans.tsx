import { createFileRoute } from '@tanstack/react-router';
import { PlansScreen } from '../../../screens/plans/PlansScreen.tsx';

interface PlansSearch {
  /** How the external checkout ended. */
  checkout?: 'success' | 'cancelled';
}

export const Route = createFileRoute('/_signed-in/_shell/subscription-plans')({
  validateSearch: ({ checkout }): PlansSearch =>
    checkout === 'success' || checkout === 'cancelled' ? { checkout } : {},
  component: SubscriptionPlans,
});

function SubscriptionPlans() {
  return <PlansScreen checkout={Route.useSearch().checkout} />;
}
