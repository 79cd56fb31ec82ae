import { useState } from 'react';
import { outbox, outboxEntries } from '../../features/outbox/page-outbox.ts';
import { settleBeforeSignOut } from '../../features/outbox/sign-out.ts';
import type { SignOutChoice } from '../../features/outbox/sign-out.ts';
import { useStore } from '../../shared/store.ts';
import { Button } from '../../shared/ui/form/Button.tsx';
import { Dialog } from '../../shared/ui/overlay/Dialog.tsx';
import { Notice } from '../../shared/ui/feedback/Notice.tsx';
import { TextLink } from '../../shared/ui/TextLink.tsx';
import styles from './outbox.module.css';
import { discardUnsentRooms, useUnsentRooms } from './unsent-rooms.ts';

/** Asks somebody who signs out what becomes of what has not reached the server. */
export function SignOutDialog({ onLeave, onCancel }: { onLeave: () => void; onCancel: () => void }) {
  const waiting = useStore(outboxEntries).length;
  const rooms = useUnsentRooms();
  const [busy, setBusy] = useState<SignOutChoice | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const choose = async (choice: SignOutChoice) => {
    setBusy(choice);
    const mayLeave = await settle(choice, rooms).catch(() => choice === 'keep');
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
        <div className={styles.choices}>
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
      {waiting > 0 && <p>{waiting === 1 ? '1 change has' : `${waiting} changes have`} not reached the server.</p>}
      {rooms.map((room) => (
        <p key={room}>
          Some of what you typed in{' '}
          <TextLink to="/editor" search={{ room }} onClick={onCancel}>
            {room}
          </TextLink>{' '}
          may not have reached the server. Open the room to send it.
        </p>
      ))}
      <p>
        Kept, it stays on this device for 14 days, locked, and is sent when this account signs in here again. Discarded,
        it is gone.
      </p>
      {hasFailed && <Notice tone="warn">Not everything could be sent. What is left is still on this device.</Notice>}
    </Dialog>
  );
}

async function settle(choice: SignOutChoice, rooms: string[]): Promise<boolean> {
  if (choice === 'discard') await discardUnsentRooms();
  const isSettled = await settleBeforeSignOut(outbox, choice);
  // Only an open room sends what was typed in it.
  return isSettled && (choice !== 'send' || rooms.length === 0);
}
