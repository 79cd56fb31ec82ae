import { useBlocker } from '@tanstack/react-router';
import { storedToken } from '../../device/stored-account.ts';
import { hasUnsaved } from '../../device/unsaved.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Signing out leaves the page without a question, because there is no account left to save to. */
const isAsking = () => hasUnsaved() && storedToken() !== null;

/** Returns a text that differs for other pages and sheets; a route reads its query in a fixed order. */
const pageOf = ({ pathname, search }: { pathname: string; search: object }) => pathname + JSON.stringify(search);

/**
 * Shows a question before the user leaves a page or its open sheet, which the query of the address names, with unsaved
 * input; before a reload, the browser shows its own.
 */
export function LeaveGuard() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isAsking() && pageOf(current) !== pageOf(next),
    enableBeforeUnload: isAsking,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirm="Leave"
      dismiss="Keep editing"
      onConfirm={proceed}
      onCancel={reset}
    >
      What you changed on this page is not saved yet.
    </ConfirmDialog>
  );
}
