import { createFileRoute } from '@tanstack/react-router';
import { OwnerOnly } from '../../screens/OwnerOnly.tsx';
import { TestCheckoutScreen } from '../../screens/test-payments/TestCheckoutScreen.tsx';

export const Route = createFileRoute('/_signed-in/test-checkout/$id')({ component: TestCheckout });

function TestCheckout() {
  return (
    <OwnerOnly>
      <TestCheckoutScreen id={Route.useParams().id} />
    </OwnerOnly>
  );
}
