import type { TestPortal } from '@cip/contracts/billing/test-payments';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAccountStore } from '../../features/auth/useAccount.ts';
import { currentSubscriptionQuery } from '../../features/billing/billing.queries.ts';
import { actInTest, testPortalQuery, type TestPortalAction } from '../../features/billing/test-payments.queries.ts';
import { messageOf } from '../../shared/api/api-error.ts';
import { useAction } from '../../shared/form/use-action.ts';
import { ButtonLink } from '../../shared/ui/joy/ButtonLink.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { Skeleton } from '../../shared/ui/loading/Skeleton.tsx';
import { TestCardSection } from './TestCardSection.tsx';
import { TestInvoices } from './TestInvoices.tsx';
import { TestPage } from './TestPage.tsx';
import { TestPlanSection } from './TestPlanSection.tsx';

/** Replaces the payment provider's portal in test mode: card, plan and invoices. */
export function TestPortalScreen() {
  const { data: portal, error } = useQuery(testPortalQuery);
  const { busy, problem, act } = useActInPortal();
  return (
    <TestPage title="Test billing">
      {error && <Notice tone="bad">{messageOf(error, 'Your billing could not be loaded. Please try again.')}</Notice>}
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      {!portal && !error && <Skeleton rows={2} height={160} />}
      {portal && (
        <>
          <TestPlanSection subscription={portal.subscription} busy={busy} onAct={act} />
          <TestCardSection card={portal.card} busy={busy} onAct={act} />
          <TestInvoices invoices={portal.invoices} />
        </>
      )}
      <ButtonLink role="button" look="primary" to="/subscription-plans">
        Back to the plans
      </ButtonLink>
    </TestPage>
  );
}

function useActInPortal() {
  const queries = useQueryClient();
  const store = useAccountStore();
  const { input, problem, start } = useAction({
    run: async (action: TestPortalAction) => {
      queries.setQueryData<TestPortal>(testPortalQuery.queryKey, await actInTest(action));
      await Promise.all([store.refresh(), queries.invalidateQueries(currentSubscriptionQuery)]);
    },
    failure: () => 'Something went wrong. Try again.',
  });
  return { busy: input, problem, act: start };
}
