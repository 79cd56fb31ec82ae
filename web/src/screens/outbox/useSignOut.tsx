import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAccountStore } from '../../features/auth/useAccount.ts';
import { useLoadedDialog } from '../../shared/ui/overlay/use-loaded-dialog.ts';
import { loadSignOutDialog, NOT_HERE } from './outbox-dialogs.ts';

/** Returns a sign-out function and its dialog, which opens first if there are unsynced changes. */
export function useSignOut(): { signOut: () => void; signOutDialog: ReactNode } {
  const store = useAccountStore();
  const navigate = useNavigate();
  const { Part: SignOutDialog, open, close } = useLoadedDialog(loadSignOutDialog, NOT_HERE);
  const leave = () => {
    store.logout();
    return navigate({ to: '/login' });
  };
  const signOut = async () => {
    if (await hasWaiting()) open();
    else await leave();
  };
  const dialog = SignOutDialog && <SignOutDialog onLeave={() => void leave()} onCancel={close} />;
  return { signOut: () => void signOut(), signOutDialog: dialog };
}

/** Reads the disk, because another tab may have just added a change. */
async function hasWaiting(): Promise<boolean> {
  try {
    const [{ outbox }, { readUnsentRooms }] = await Promise.all([
      import('../../features/outbox/page-outbox.ts'),
      import('./dialogs/unsent-rooms.ts'),
    ]);
    return (await outbox.list()).length > 0 || (await readUnsentRooms()).length > 0;
  } catch {
    // If there is no storage, or the outbox's files are missing, nothing was queued here either.
    return false;
  }
}
