import { Suspense } from 'react';
import { Button } from '../../shared/ui/plain/Button.tsx';
import { importWithRetry } from '../../shared/ui/loading/import-with-retry.ts';
import { lazyPart } from '../../shared/ui/loading/lazy-part.tsx';
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx';
import type { ReceiptScreenProps } from './ReceiptScreen.tsx';
import { ReceiptSpinner } from './ReceiptSpinner.tsx';

// Without the fallback, the error screen would replace the room, and with it the code that the room offers.
const ReceiptScreen = lazyPart(() => importWithRetry(async () => (await import('./ReceiptScreen.tsx')).ReceiptScreen), {
  fallback: NotLoaded,
});

/** The candidate's page after the end, loaded when it is opened. */
export function ReceiptPage(props: ReceiptScreenProps) {
  return (
    <Suspense fallback={<ReceiptSpinner onBack={props.onBack} />}>
      <ReceiptScreen {...props} />
    </Suspense>
  );
}

function NotLoaded({ onBack }: ReceiptScreenProps) {
  return (
    <Dialog
      role="alertdialog"
      title="Your receipt"
      actions={
        <Button look="primary" autoFocus onClick={onBack}>
          Back
        </Button>
      }
    >
      Your receipt could not be loaded. Check your connection, go back and try again.
    </Dialog>
  );
}
