import type { OutboxDialog } from './dialogs/OutboxDialog.tsx';
import type { SignOutDialog } from './dialogs/SignOutDialog.tsx';

/** Shown if a dialog's files fail to load. */
export const NOT_HERE = 'This needs a network. What was not sent is still on this device.';

/** Loads the dialog for a sign-out with unsynced changes. */
export async function loadSignOutDialog(): Promise<typeof SignOutDialog> {
  return (await import('./dialogs/SignOutDialog.tsx')).SignOutDialog;
}

/** Loads the list of unsynced changes. */
export async function loadOutboxDialog(): Promise<typeof OutboxDialog> {
  return (await import('./dialogs/OutboxDialog.tsx')).OutboxDialog;
}

/** Preloads both, because changes that can be queued offline must be manageable offline too. */
export function prepareOutboxDialogs(): void {
  // A later click reports files that failed to load.
  void Promise.allSettled([loadSignOutDialog(), loadOutboxDialog()]);
}
