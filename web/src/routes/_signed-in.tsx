import { createFileRoute, Navigate, Outlet } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { Reauthentication } from '../features/auth/Reauthentication.tsx';
import { useAuthState } from '../features/auth/useAccount.ts';
import { logProblem } from '../shared/log.ts';
import { storeReturnAddress } from '../shared/return-address.ts';
import { lazyPart } from '../shared/ui/loading/lazy-part.tsx';
import { PageSpinner } from '../shared/ui/loading/Spinner.tsx';
import { useDocumentTitle } from '../shared/ui/use-document-title.ts';

export const Route = createFileRoute('/_signed-in')({ component: Guard });

const RequiredSecondFactor = lazyPart(
  async () => (await import('../screens/auth/RequiredSecondFactor.tsx')).RequiredSecondFactor,
);

/** Lets signed-in accounts through; everybody else goes to /login once the check is over. */
function Guard() {
  const { phase, account } = useAuthState();
  const [wasIn, setWasIn] = useState(false);
  useEffect(() => (phase === 'authenticated' ? keepForOffline() : undefined), [phase]);
  if (phase === 'loading') return <Checking />;
  if (phase === 'authenticated' && !wasIn) setWasIn(true);
  if (phase === 'unauthenticated') return <ToLogin comesBack={!wasIn} />;
  return (
    <>
      {account.needs_second_factor ? (
        <Suspense fallback={<Checking />}>
          <RequiredSecondFactor />
        </Suspense>
      ) : (
        <Outlet />
      )}
      <Reauthentication />
    </>
  );
}

/** Leaves for /login, and comes back after the sign-in unless the user has just signed out. */
function ToLogin({ comesBack }: { comesBack: boolean }) {
  const [isKept, setKept] = useState(!comesBack);
  useEffect(() => {
    if (comesBack) storeReturnAddress();
    setKept(true);
  }, [comesBack]);
  return isKept && <Navigate to="/login" replace />;
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
