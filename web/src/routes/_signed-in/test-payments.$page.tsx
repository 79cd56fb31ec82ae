import { createFileRoute } from '@tanstack/react-router';
import { OwnerOnly } from '../../screens/OwnerOnly.tsx';
import { TestCheckoutScreen } from '../../screens/test-payments/TestCheckoutScreen.tsx';
import { TestPortalScreen } from '../../screens/test-payments/TestPortalScreen.tsx';

/** The pages of the test payments: `billing`, or the identifier of a checkout. */
export const Route = createFileRoute('/_signed-in/test-payments/$page')({ component: TestPayments });

function TestPayments() {
  const { page } = Route.useParams();
  return <OwnerOnly>{page === 'billing' ? <TestPortalScreen /> : <TestCheckoutScreen id={page} />}</OwnerOnly>;
}
