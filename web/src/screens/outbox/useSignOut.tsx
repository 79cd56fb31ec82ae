import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAccountStore } from '../../features/auth/useAccount.ts';
import { useLoadedDialog } from '../../shared/ui/overlay/use-loaded-dialog.ts';
import { loadSignOutDialog, NOT_HERE } from './outbox-dialogs.ts';

/** Signing out; with work that has not reached the server it asks first, in a dialog that has to be rendered. */
export function useSignOut(): { signOut: () => void; signOutDialog: ReactNode } {
  const store = useAccountStore();
  const navigate = useNavigate();
  const { Part: SignOutDialog, open, close } = useLoadedDialog(loadSignOutDialog, NOT_HERE);
  const leave = async () => {
    await store.logout();
    await navigate({ to: '/login' });
  };
  const signOut = async () => {
    if (await hasWaiting()) open();
    else await leave();
  };
  const dialog = SignOutDialog && <SignOutDialog onLeave={() => void leave()} onCancel={close} />;
  return { signOut: () => void signOut(), signOutDialog: dialog };
}

/** Asks the disk itself: another tab may have added something a moment ago. */
async function hasWaiting(): Promise<boolean> {
  try {
    const [{ outbox }, { readUnsentRooms }] = await Promise.all([
      import('../../features/outbox/page-outbox.ts'),
      import('./unsent-rooms.ts'),
    ]);
    return (await outbox.list()).length > 0 || (await readUnsentRooms()).length > 0;
  } catch {
    // No storage on this device, or no file of ours without a network: nothing was kept here either.
    return false;
  }
}
