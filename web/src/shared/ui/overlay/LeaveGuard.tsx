import { useBlocker } from '@tanstack/react-router';
import { storedToken } from '../../device/stored-account.ts';
import { hasUnsaved } from '../../device/unsaved.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** A page that signs out goes without asking: there is no account left to save anything to. */
const isAsking = () => hasUnsaved() && storedToken() !== null;

/** Asks before a page is left that holds something typed and not saved; the browser asks before a reload. */
export function LeaveGuard() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isAsking() && current.pathname !== next.pathname,
    enableBeforeUnload: isAsking,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirm="Leave"
      dismiss="Keep Editing"
      onConfirm={proceed}
      onCancel={reset}
    >
      What you changed on this page is not saved yet.
    </ConfirmDialog>
  );
}
