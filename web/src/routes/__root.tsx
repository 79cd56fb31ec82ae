import { createRootRoute, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAccountStore } from '../features/auth/useAccount.ts';
import { startOutbox } from '../features/outbox/start-outbox.ts';
import { startDeviceData } from '../screens/device/start-device-data.ts';

export const Route = createRootRoute({ component: Root });

/** Checks the account, but not on a candidate's link, because a stale sign-in must not redirect to /login. */
function Root() {
  const store = useAccountStore();
  useEffect(() => {
    if (!window.location.pathname.startsWith('/codeshare/')) void store.check();
  }, [store]);
  useEffect(startOutbox, []);
  useEffect(startDeviceData, []);
  return <Outlet />;
}
