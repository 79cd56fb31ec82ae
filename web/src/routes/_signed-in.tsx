import type { Account } from '@cip/contracts/accounts/auth';
import { createFileRoute, Navigate, Outlet } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { Reauthentication } from '../features/auth/Reauthentication.tsx';
import { useAuthState } from '../features/auth/useAccount.ts';
import { useReplacedAccount } from '../features/auth/useReplacedAccount.ts';
import { go } from '../shared/device/location.ts';
import { storedToken } from '../shared/device/stored-account.ts';
import { logProblem } from '../shared/log.ts';
import { storeReturnAddress } from '../shared/device/return-address.ts';
import { lazyPart } from '../shared/ui/loading/lazy-part.tsx';
import { PageSpinner } from '../shared/ui/loading/Spinner.tsx';
import { AppTheme } from '../shared/ui/joy/AppTheme.tsx';
import { useDocumentTitle } from '../shared/ui/use-document-title.ts';

export const Route = createFileRoute('/_signed-in')({ component: Guard, beforeLoad: loadCodeFont });

/**
 * Loads the code face together with the screen, because a swap after the data would move the rows. jsdom has no fonts.
 */
function loadCodeFont(): void {
  document.fonts?.load("1em 'JetBrains Mono'").catch(() => undefined);
}

const RequiredSecondFactor = lazyPart(
  async () => (await import('../screens/auth/RequiredSecondFactor.tsx')).RequiredSecondFactor,
);

/** Renders the page for signed-in accounts; redirects others to /login once the account is checked. */
function Guard() {
  const { phase, account } = useAuthState();
  const replaced = useReplacedAccount();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  useEffect(() => {
    if (phase === 'authenticated') return fillOfflineCache();
  }, [phase]);
  if (replaced) return <Leaving account={replaced} />;
  if (phase === 'loading') return <Checking />;
  if (phase === 'authenticated' && !wasSignedIn) setWasSignedIn(true);
  if (phase === 'unauthenticated') return <ToLogin returns={!wasSignedIn} />;
  return (
    <AppTheme>
      {account.needs_second_factor ? (
        <Suspense fallback={<Checking />}>
          <RequiredSecondFactor />
        </Suspense>
      ) : (
        <Outlet />
      )}
      <Reauthentication />
    </AppTheme>
  );
}

/** Redirects to /login; `returns` makes the sign-in come back to this page. */
function ToLogin({ returns }: { returns: boolean }) {
  const [isStored, setStored] = useState(!returns);
  useEffect(() => {
    if (returns) storeReturnAddress();
    setStored(true);
  }, [returns]);
  return isStored && <Navigate to="/login" replace />;
}

/**
 * Replaces an account's screens after another tab has changed the account. Loads a page of the present account in full,
 * so that no data stays in memory.
 */
function Leaving({ account }: { account: Account }) {
  const companyId = account.company.id;
  useEffect(() => {
    if (storedToken() !== null) return go('/dashboard');
    storeReturnAddress(companyId);
    go('/login');
  }, [companyId]);
  return <Checking />;
}

function Checking() {
  useDocumentTitle('Loading');
  return <PageSpinner />;
}

/** Starts the offline cache, from a file that loads after the screen; returns a function that stops it. */
function fillOfflineCache(): () => void {
  const starting = import('../pwa/offline-cache.ts').then(({ startOfflineCache }) => startOfflineCache());
  starting.catch((error: unknown) => logProblem('Nothing is cached for offline use', error));
  return () => void starting.then((stop) => stop()).catch(() => undefined);
}
