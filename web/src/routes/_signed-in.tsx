import { createFileRoute, Navigate, Outlet } from '@tanstack/react-router';
import { useAuthState } from '../features/auth/useAccount.ts';
import { PageSpinner } from '../shared/ui/Spinner.tsx';

export const Route = createFileRoute('/_signed-in')({ component: Guard });

/** Lets signed-in accounts through; everybody else goes to /login once the check is over. */
function Guard() {
  const { phase } = useAuthState();
  if (phase === 'loading') return <PageSpinner />;
  return phase === 'authenticated' ? <Outlet /> : <Navigate to="/login" replace />;
}
