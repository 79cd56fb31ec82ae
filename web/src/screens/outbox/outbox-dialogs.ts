import type { OutboxDialog } from './OutboxDialog.tsx';
import type { SignOutDialog } from './SignOutDialog.tsx';

/** What a click says on a device that never had the files of its dialog. */
export const NOT_HERE = 'This needs a network. What was not sent is still on this device.';

/** Brings what asks before a sign-out with unsent work. */
export async function loadSignOutDialog(): Promise<typeof SignOutDialog> {
  return (await import('./SignOutDialog.tsx')).SignOutDialog;
}

/** Brings the list of what waits on this device. */
export async function loadOutboxDialog(): Promise<typeof OutboxDialog> {
  return (await import('./OutboxDialog.tsx')).OutboxDialog;
}

/** Brings both ahead: where something can be kept offline, what becomes of it must be decided offline too. */
export function prepareOutboxDialogs(): void {
  // Whether they came is said by the click that needs them.
  void Promise.allSettled([loadSignOutDialog(), loadOutboxDialog()]);
}
