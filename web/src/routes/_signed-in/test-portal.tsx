import { createFileRoute } from '@tanstack/react-router';
import { OwnerOnly } from '../../screens/OwnerOnly.tsx';
import { TestPortalScreen } from '../../screens/test-payments/TestPortalScreen.tsx';

export const Route = createFileRoute('/_signed-in/test-portal')({ component: TestPortal });

function TestPortal() {
  return (
    <OwnerOnly>
      <TestPortalScreen />
    </OwnerOnly>
  );
}
