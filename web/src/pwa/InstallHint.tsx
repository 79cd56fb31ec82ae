import { Button } from '../shared/ui/joy/Button.tsx';
import { Dialog } from '../shared/ui/overlay/Dialog.tsx';

/** Explains how to install the app in browsers that install only through their own menu. */
export function InstallHint({ onClose }: { onClose: () => void }) {
  const close = (
    <Button look="primary" onClick={onClose}>
      Got it
    </Button>
  );
  return (
    <Dialog title="Install app" onClose={onClose} actions={close}>
      <p>
        Tap <strong>Share</strong> in the browser’s bar, then <strong>Add to Home Screen</strong>. The app opens from
        there, offline too.
      </p>
    </Dialog>
  );
}
