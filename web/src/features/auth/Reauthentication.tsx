import { Suspense, useEffect } from 'react';
import { lazyOr } from '../../shared/lazy-or.ts';
import { hostReauthentication, reauthenticationRequest } from '../../shared/form/reauthentication.ts';
import { useStore } from '../../shared/store.ts';

interface DialogProps {
  onSettled: (isConfirmed: boolean) => void;
}

const Dialog = lazyOr(async () => (await import('./ReauthenticationDialog.tsx')).ReauthenticationDialog, Unconfirmed);

/** Refuses the waiting call when the dialog's files do not load. */
function Unconfirmed({ onSettled }: DialogProps) {
  useEffect(() => onSettled(false), [onSettled]);
  return null;
}

/** Asks the user to confirm their identity while a call waits for it. */
export function Reauthentication() {
  const request = useStore(reauthenticationRequest);
  useEffect(hostReauthentication, []);
  if (!request) return null;
  return (
    <Suspense fallback={null}>
      <Dialog onSettled={request.settle} />
    </Suspense>
  );
}
