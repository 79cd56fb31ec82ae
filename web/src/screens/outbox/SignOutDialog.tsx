import { useState } from 'react';
import { outbox } from '../../features/outbox/page-outbox.ts';
import { settleBeforeSignOut } from '../../features/outbox/sign-out.ts';
import type { SignOutChoice } from '../../features/outbox/sign-out.ts';
import { useOutbox } from '../../features/outbox/useOutbox.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { Dialog } from '../../shared/ui/Dialog.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import styles from './outbox.module.css';

/** Asks somebody who signs out what becomes of what has not reached the server. */
export function SignOutDialog({ onLeave, onCancel }: { onLeave: () => void; onCancel: () => void }) {
  const waiting = useOutbox().length;
  const [busy, setBusy] = useState<SignOutChoice | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const choose = async (choice: SignOutChoice) => {
    setBusy(choice);
    const mayLeave = await settleBeforeSignOut(outbox, choice).catch(() => choice === 'keep');
    if (mayLeave) return onLeave();
    setBusy(null);
    setFailed(true);
  };
  const button = (choice: SignOutChoice) => ({
    busy: busy === choice,
    disabled: busy !== null,
    onClick: () => void choose(choice),
  });
  return (
    <Dialog
      role="alertdialog"
      title="Sign out with unsent work?"
      width={560}
      onClose={onCancel}
      actions={
        <div className={styles['choices']}>
          <Button look="primary" busyText="Sending..." {...button('send')}>
            Send now
          </Button>
          <Button {...button('keep')}>Keep for this account</Button>
          <Button look="danger" {...button('discard')}>
            Discard
          </Button>
          <Button look="quiet" disabled={busy !== null} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      }
    >
      <p>
        {waiting === 1 ? '1 change has' : `${waiting} changes have`} not reached the server. Kept on this device, it is
        sent when this account signs in here again; nobody else sees it. Discarded, it is gone.
      </p>
      {hasFailed && <Notice tone="warn">Not everything could be sent. What is left is still on this device.</Notice>}
    </Dialog>
  );
}
