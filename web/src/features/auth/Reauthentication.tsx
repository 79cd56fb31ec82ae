import { Suspense, useEffect } from 'react';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { hostReauthentication, reauthenticationRequest } from '../../shared/api/reauthentication.ts';
import { useStore } from '../../shared/store.ts';

interface DialogProps {
  onSettled: (isConfirmed: boolean) => void;
}

const Dialog = lazyPart(async () => (await import('./ReauthenticationDialog.tsx')).ReauthenticationDialog, {
  fallback: Unconfirmed,
});

/** Refuses the waiting call if the dialog's files do not load. */
function Unconfirmed({ onSettled }: DialogProps) {
  useEffect(() => {
    onSettled(false);
  }, [onSettled]);
  return null;
}

/** Lets the user confirm their identity while a call waits for it. */
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
