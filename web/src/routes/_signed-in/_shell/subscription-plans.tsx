import { createFileRoute } from '@tanstack/react-router';
import { Suspense, useCallback } from 'react';
import { lazyPart } from '../../../shared/ui/loading/lazy-part.tsx';
import { Skeleton } from '../../../shared/ui/loading/Skeleton.tsx';

// Too large for the cached shell; cached with the assets of signed-in devices.
const PlansScreen = lazyPart(async () => (await import('../../../screens/plans/PlansScreen.tsx')).PlansScreen);

interface PlansSearch {
  /** Outcome of the external checkout. */
  checkout?: 'success' | 'cancelled' | undefined;
}

export const Route = createFileRoute('/_signed-in/_shell/subscription-plans')({
  // If a key is missing here, it keeps its value from the address.
  validateSearch: ({ checkout }): PlansSearch => ({
    checkout: checkout === 'success' || checkout === 'cancelled' ? checkout : undefined,
  }),
  component: SubscriptionPlans,
});

function SubscriptionPlans() {
  const navigate = Route.useNavigate();
  const forget = useCallback(() => void navigate({ search: {}, replace: true }), [navigate]);
  return (
    <Suspense fallback={<Skeleton rows={1} height={420} />}>
      <PlansScreen checkout={Route.useSearch().checkout} onCheckoutRead={forget} />
    </Suspense>
  );
}
