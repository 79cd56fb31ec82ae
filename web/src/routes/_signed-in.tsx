import { createFileRoute, Navigate, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Reauthentication } from '../features/auth/Reauthentication.tsx';
import { useAuthState } from '../features/auth/useAccount.ts';
import { logProblem } from '../shared/log.ts';
import { PageSpinner } from '../shared/ui/Spinner.tsx';
import { useDocumentTitle } from '../shared/ui/use-document-title.ts';

export const Route = createFileRoute('/_signed-in')({ component: Guard });

/** Lets signed-in accounts through; everybody else goes to /login once the check is over. */
function Guard() {
  const { phase } = useAuthState();
  useEffect(() => (phase === 'authenticated' ? keepForOffline() : undefined), [phase]);
  if (phase === 'loading') return <Checking />;
  if (phase === 'unauthenticated') return <Navigate to="/login" replace />;
  return (
    <>
      <Outlet />
      <Reauthentication />
    </>
  );
}

function Checking() {
  useDocumentTitle('Loading');
  return <PageSpinner />;
}

/** Comes after the screen itself. */
function keepForOffline(): () => void {
  const keeping = import('../pwa/signed-in.ts').then(({ keepWhileSignedIn }) => keepWhileSignedIn());
  keeping.catch((error: unknown) => logProblem('Nothing is kept for offline', error));
  return () => void keeping.then((stop) => stop()).catch(() => undefined);
}
