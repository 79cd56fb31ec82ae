import { createFileRoute } from '@tanstack/react-router';
import { RoleOnly } from '../../screens/RoleOnly.tsx';
import { TestCheckoutScreen } from '../../screens/test-payments/TestCheckoutScreen.tsx';
import { TestPortalScreen } from '../../screens/test-payments/TestPortalScreen.tsx';

/** The pages of the test payments: `billing`, or the identifier of a checkout. */
export const Route = createFileRoute('/_signed-in/test-payments/$page')({ component: TestPayments });

function TestPayments() {
  const { page } = Route.useParams();
  return <RoleOnly to="owner">{page === 'billing' ? <TestPortalScreen /> : <TestCheckoutScreen id={page} />}</RoleOnly>;
}
