import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { useAccountStore } from '../../features/auth/useAccount.ts';

const SignOutDialog = lazy(async () => ({ default: (await import('./SignOutDialog.tsx')).SignOutDialog }));

/** Signing out; with work that has not reached the server it asks first, in a dialog that has to be rendered. */
export function useSignOut(): { signOut: () => void; signOutDialog: ReactNode } {
  const store = useAccountStore();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const leave = async () => {
    await store.logout();
    await navigate({ to: '/login' });
  };
  const signOut = async () => {
    if (await hasWaiting()) setAsking(true);
    else await leave();
  };
  const dialog = isAsking && (
    <Suspense fallback={null}>
      <SignOutDialog onLeave={() => void leave()} onCancel={() => setAsking(false)} />
    </Suspense>
  );
  return { signOut: () => void signOut(), signOutDialog: dialog };
}

/** Asks the disk itself: another tab may have added something a moment ago. */
async function hasWaiting(): Promise<boolean> {
  try {
    const { outbox } = await import('../../features/outbox/page-outbox.ts');
    return (await outbox.list()).length > 0;
  } catch {
    // No storage on this device, or no file of ours without a network: nothing was kept here either.
    return false;
  }
}
