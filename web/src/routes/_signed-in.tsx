import { createFileRoute, Navigate, Outlet } from '@tanstack/react-router';
import { useAuthState } from '../features/auth/useAccount.ts';
import { PageSpinner } from '../shared/ui/Spinner.tsx';
import { useDocumentTitle } from '../shared/ui/use-document-title.ts';

export const Route = createFileRoute('/_signed-in')({ component: Guard });

/** Lets signed-in accounts through; everybody else goes to /login once the check is over. */
function Guard() {
  const { phase } = useAuthState();
  if (phase === 'loading') return <Checking />;
  return phase === 'authenticated' ? <Outlet /> : <Navigate to="/login" replace />;
}

function Checking() {
  useDocumentTitle('Loading');
  return <PageSpinner />;
}
