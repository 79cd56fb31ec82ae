import { useState } from 'react';
import { outbox, outboxEntries } from '../../../features/outbox/page-outbox.ts';
import { settleBeforeSignOut } from '../../../features/outbox/sign-out.ts';
import type { SignOutChoice } from '../../../features/outbox/sign-out.ts';
import { useStore } from '../../../shared/store.ts';
import { Button } from '../../../shared/ui/joy/Button.tsx';
import { Dialog } from '../../../shared/ui/overlay/Dialog.tsx';
import { Notice } from '../../../shared/ui/feedback/Notice.tsx';
import { TextLink } from '../../../shared/ui/TextLink.tsx';
import styles from '../outbox.module.css';
import { discardUnsentRooms, useUnsentRooms } from './unsent-rooms.ts';

/** Lets the user send, keep or discard unsynced changes at sign-out. */
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
      title="Sign out with unsynced changes?"
      width={560}
      {...(busy === null && { onClose: onCancel })}
      actions={
        <div className={styles.choices}>
          <Button look="primary" busyText="Sending..." {...button('send')}>
            Send now
          </Button>
          <Button {...button('keep')}>Keep and sign out</Button>
          <Button look="danger" {...button('discard')}>
            Discard
          </Button>
          <Button look="quiet" disabled={busy !== null} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      }
    >
      {waiting > 0 && <p>{waiting === 1 ? '1 change hasn’t synced.' : `${waiting} changes haven’t synced.`}</p>}
      {rooms.map((room) => (
        <UnsentRoom key={room} room={room} onLeave={onCancel} />
      ))}
      <p>Keep it on this device, locked, for up to 14 days until you sign in again, or discard it for good.</p>
      {hasFailed && <Notice tone="warn">Couldn’t send everything. The rest is still on this device.</Notice>}
    </Dialog>
  );
}

function UnsentRoom({ room, onLeave }: { room: string; onLeave: () => void }) {
  return (
    <p>
      Some changes in{' '}
      <TextLink to="/editor" search={{ room }} onClick={onLeave}>
        {room}
      </TextLink>{' '}
      may not have synced. Rejoin to send them.
    </p>
  );
}

async function settle(choice: SignOutChoice, rooms: string[]): Promise<boolean> {
  if (choice === 'discard') await discardUnsentRooms();
  const isSettled = await settleBeforeSignOut(outbox, choice);
  // Only an open room sends its edits.
  return isSettled && (choice !== 'send' || rooms.length === 0);
}
